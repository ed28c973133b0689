/** The beginnings of frames of surround sound, as they are stored in 16 bits of PCM. */
const marks = [
  Buffer.of(0x7f, 0xfe, 0x80, 0x01),
  Buffer.of(0xfe, 0x7f, 0x01, 0x80),
  Buffer.of(0xff, 0x1f, 0x00, 0xe8),
  Buffer.of(0x1f, 0xff, 0xe8, 0x00),
  // IEC 61937, in both orders of bytes.
  Buffer.of(0x72, 0xf8, 0x1f, 0x4e),
  Buffer.of(0xf8, 0x72, 0x4e, 0x1f),
];
const MIN_FRAMES = 2;

/**
 * Returns true for DTS or Dolby Digital that is declared as PCM. Played as PCM, such data is loud
 * noise.
 */
export function isCodedPcm(data: Uint8Array): boolean {
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.length);
  return marks.some((mark) => {
    let count = 0;
    for (let at = buffer.indexOf(mark); at >= 0; at = buffer.indexOf(mark, at + 1)) {
      count += 1;
    }
    return count >= MIN_FRAMES;
  });
}
