import { open } from "node:fs/promises";

import {
  BYTES_PER_FRAME,
  computeChecksum,
  wavDurationMs,
  readWavHeader,
  WAV_HEADER_BYTES,
  wavHeader,
} from "@linedesk/media";

export interface RepairedWav {
  durationMs: number;
  bytes: number;
  checksum: string;
}

/** Corrects the header of an unfinished file; returns `null` for a file without sound. */
export async function repairWav(path: string): Promise<RepairedWav | null> {
  let bytes = 0;
  let durationMs = 0;
  try {
    const file = await open(path, "r+");
    try {
      const header = Buffer.alloc(WAV_HEADER_BYTES);
      const { bytesRead } = await file.read(header, 0, header.length, 0);
      const sampleRate = readWavHeader(header.subarray(0, bytesRead));
      const { size } = await file.stat();
      if (sampleRate === null || size === WAV_HEADER_BYTES) {
        return null;
      }
      const soundBytes = size - WAV_HEADER_BYTES;
      const dataBytes = soundBytes - (soundBytes % BYTES_PER_FRAME);
      bytes = WAV_HEADER_BYTES + dataBytes;
      durationMs = wavDurationMs(sampleRate, dataBytes);
      await file.truncate(bytes);
      await file.write(wavHeader(sampleRate, dataBytes), 0, WAV_HEADER_BYTES, 0);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return null;
    }
    throw error;
  }
  return { bytes, durationMs, checksum: await computeChecksum(path) };
}
