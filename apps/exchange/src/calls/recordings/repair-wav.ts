import { open } from "node:fs/promises";

import {
  bytesPerFrame,
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

/** Makes the header of a file that was left in the middle tell the truth; null without sound. */
export async function repairWav(path: string): Promise<RepairedWav | null> {
  let bytes = 0;
  let durationMs = 0;
  try {
    const file = await open(path, "r+");
    try {
      const header = Buffer.alloc(WAV_HEADER_BYTES);
      const { bytesRead } = await file.read(header, 0, header.length, 0);
      const format = readWavHeader(header.subarray(0, bytesRead));
      const { size } = await file.stat();
      if (format === null || size === WAV_HEADER_BYTES) {
        return null;
      }
      const frames = Math.floor((size - WAV_HEADER_BYTES) / bytesPerFrame(format));
      const dataBytes = frames * bytesPerFrame(format);
      bytes = WAV_HEADER_BYTES + dataBytes;
      durationMs = wavDurationMs(format, dataBytes);
      await file.truncate(bytes);
      await file.write(wavHeader(format, dataBytes), 0, WAV_HEADER_BYTES, 0);
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
