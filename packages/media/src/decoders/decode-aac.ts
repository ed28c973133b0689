import { MediaError } from "../media-error.ts";
import { loadFfmpeg } from "./load-ffmpeg.ts";
import type { MonoAudio } from "./stream-decoder.ts";

/**
 * Decodes the beginning of a whole file of AAC, bare or in MP4, to mono. FFmpeg needs the whole
 * file because an MP4 can have its index at its end. Throws MediaError.
 */
export async function decodeAac(bytes: Uint8Array, maxSeconds: number): Promise<MonoAudio> {
  const { open, wasmFile } = loadFfmpeg();
  try {
    const decoder = await open(wasmFile, Uint8Array.from(bytes).buffer);
    const { sampleRate, encoding } = decoder;
    if (encoding !== "aac") {
      throw new MediaError("sound_unreadable", `The file contains ${encoding}, not AAC`);
    }
    const samples = decoder.decodeAudioData(0, maxSeconds);
    decoder.dispose();
    return { sampleRate, samples: samples.map(toSample) };
  } catch (cause) {
    if (cause instanceof MediaError) {
      throw cause;
    }
    throw new MediaError("sound_unreadable", describe(bytes), { cause });
  }
}

function toSample(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
}

/** Returns the reason why FFmpeg finds no AAC in a file. */
function describe(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (head.includes("stsd") && head.includes("alac")) {
    return "The file contains Apple Lossless (ALAC), not AAC";
  }
  return head.includes("drms")
    ? "The file is protected against copying"
    : "The AAC file is broken or contains no sound";
}
