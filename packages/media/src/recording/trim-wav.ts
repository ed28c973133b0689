import { open, rename, rm, type FileHandle } from "node:fs/promises";

import {
  bytesPerFrame,
  readWavHeader,
  wavHeader,
  WAV_HEADER_BYTES,
  type WavFormat,
} from "./wav-header.ts";

/** Kept before the first and after the last word, so that none sounds cut. */
const MARGIN_MS = 100;
const PIECE_BYTES = 256 * 1024;

/**
 * Leaves out what comes before the first and after the last loud frame. The trimmed file is made
 * beside and renamed, so that there is always a whole one.
 */
export async function trimWav(
  path: string,
  sound: { first: number; last: number; frames: number },
): Promise<void> {
  const beside = `${path}.new`;
  const from = await open(path, "r");
  try {
    const format = await readFormat(from);
    const margin = Math.round((format.sampleRate * MARGIN_MS) / 1000);
    const first = Math.max(0, sound.first - margin);
    const last = Math.min(sound.frames, sound.last + margin);
    const to = await open(beside, "w", 0o600);
    try {
      await copy({ from, to, format, first, last });
      await to.sync();
    } finally {
      await to.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await from.close();
  }
}

async function readFormat(from: FileHandle): Promise<WavFormat> {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  await from.read(header, 0, header.length, 0);
  const format = readWavHeader(header);
  if (format === null) {
    throw new Error("The recording has no header");
  }
  return format;
}

async function copy(job: {
  from: FileHandle;
  to: FileHandle;
  format: WavFormat;
  first: number;
  last: number;
}): Promise<void> {
  const { from, to, format, first, last } = job;
  const frameBytes = bytesPerFrame(format);
  const end = WAV_HEADER_BYTES + last * frameBytes;
  const piece = Buffer.alloc(PIECE_BYTES);
  await to.write(wavHeader(format, (last - first) * frameBytes));
  for (let at = WAV_HEADER_BYTES + first * frameBytes; at < end;) {
    const { bytesRead } = await from.read(piece, 0, Math.min(PIECE_BYTES, end - at), at);
    if (bytesRead === 0) {
      throw new Error("The recording is shorter than it was");
    }
    await to.write(piece, 0, bytesRead);
    at += bytesRead;
  }
}
