export type SoundFormat = "wav" | "mp3" | "ogg";

/** Detects the format from the first bytes. Returns `null` for an unsupported format. */
export function soundFormat(bytes: Uint8Array): SoundFormat | null {
  if (startsWith(bytes, "RIFF")) {
    return "wav";
  }
  if (startsWith(bytes, "OggS")) {
    return "ogg";
  }
  return startsWith(bytes, "ID3") || isMpegFrame(bytes) ? "mp3" : null;
}

/** Layer bits of 00 mean AAC (ADTS), which the exchange does not play. */
function isMpegFrame(bytes: Uint8Array): boolean {
  const second = bytes[1] ?? 0;
  return bytes[0] === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
}

export function startsWith(bytes: Uint8Array, word: string): boolean {
  return Array.from(word).every((letter, i) => bytes[i] === letter.charCodeAt(0));
}
