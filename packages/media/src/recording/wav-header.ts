/** How the samples of a recording lie in its file: 16 bit, little-endian, channels interleaved. */
export interface WavFormat {
  sampleRate: number;
  channels: 1 | 2;
}

/** The length of the header of a PCM file, before its first sample. */
export const WAV_HEADER_BYTES = 44;
/** RIFF counts in 32 bits; what is longer ends before that. */
export const MAX_WAV_DATA_BYTES = 0xffff_0000;

/** Returns the bytes of one sample of every channel, at 16 bits. */
export function bytesPerFrame({ channels }: WavFormat): number {
  return channels * 2;
}

/** Returns how long so many bytes of samples last. */
export function wavDurationMs(format: WavFormat, dataBytes: number): number {
  return Math.round((dataBytes / bytesPerFrame(format) / format.sampleRate) * 1000);
}

/** The header of a file that has so many bytes of samples. */
export function wavHeader(format: WavFormat, dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  const frameBytes = bytesPerFrame(format);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(format.channels, 22);
  header.writeUInt32LE(format.sampleRate, 24);
  header.writeUInt32LE(format.sampleRate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Reads a header that `wavHeader` wrote, whatever its lengths say; null where it is none. */
export function readWavHeader(header: Buffer): WavFormat | null {
  const isOurs =
    header.length >= WAV_HEADER_BYTES &&
    header.toString("latin1", 0, 4) === "RIFF" &&
    header.toString("latin1", 8, 16) === "WAVEfmt " &&
    header.toString("latin1", 36, 40) === "data" &&
    header.readUInt16LE(34) === 16;
  if (!isOurs) {
    return null;
  }
  const channels = header.readUInt16LE(22);
  const sampleRate = header.readUInt32LE(24);
  if ((channels !== 1 && channels !== 2) || sampleRate < 8000 || sampleRate > 48_000) {
    return null;
  }
  return { channels, sampleRate };
}
