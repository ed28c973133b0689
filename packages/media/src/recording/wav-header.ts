/** The length of the header of a PCM file, before its first sample. */
export const WAV_HEADER_BYTES = 44;
/** RIFF counts in 32 bits, so a file ends before this size. */
export const MAX_WAV_DATA_BYTES = 0xffff_0000;

/** Recordings have one channel of 16 bits, little-endian. */
export const BYTES_PER_FRAME = 2;

export function wavDurationMs(sampleRate: number, dataBytes: number): number {
  return Math.round((dataBytes / BYTES_PER_FRAME / sampleRate) * 1000);
}

export function wavHeader(sampleRate: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * BYTES_PER_FRAME, 28);
  header.writeUInt16LE(BYTES_PER_FRAME, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Returns the rate in a header that `wavHeader` wrote; `null` for any other header. */
export function readWavHeader(header: Buffer): number | null {
  const isOurs =
    header.length >= WAV_HEADER_BYTES &&
    header.toString("latin1", 0, 4) === "RIFF" &&
    header.toString("latin1", 8, 16) === "WAVEfmt " &&
    header.toString("latin1", 36, 40) === "data" &&
    header.readUInt16LE(22) === 1 &&
    header.readUInt16LE(34) === 16;
  if (!isOurs) {
    return null;
  }
  const sampleRate = header.readUInt32LE(24);
  return sampleRate < 8000 || sampleRate > 48_000 ? null : sampleRate;
}
