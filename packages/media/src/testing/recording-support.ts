import { createHash } from "node:crypto";

import { hasTone } from "@linedesk/audio";

export interface WavSummary {
  sampleRate: number;
  durationMs: number;
  samples: Int16Array;
}

/** Reads a WAV file like a strict reader, which requires every length to be correct. */
export function readStrictly(bytes: Buffer): WavSummary {
  const dataBytes = bytes.readUInt32LE(40);
  const isTrue =
    bytes.toString("latin1", 0, 4) === "RIFF" &&
    bytes.readUInt32LE(4) === bytes.length - 8 &&
    dataBytes === bytes.length - 44 &&
    dataBytes % 2 === 0 &&
    bytes.readUInt16LE(22) === 1;
  if (!isTrue) {
    throw new Error(`The header of a WAV file of ${bytes.length} bytes is wrong`);
  }
  const sampleRate = bytes.readUInt32LE(24);
  const samples = Int16Array.from({ length: dataBytes / 2 }, (_, i) =>
    bytes.readInt16LE(44 + i * 2),
  );
  return { sampleRate, durationMs: (samples.length / sampleRate) * 1000, samples };
}

/** Returns the tones that more than half of the quarter seconds of the sound contain. */
export function tonesOf(samples: Int16Array, sampleRate: number, tonesHz: number[]): number[] {
  const length = sampleRate / 4;
  const pieces = Array.from({ length: Math.floor(samples.length / length) }, (_, i) =>
    samples.subarray(i * length, (i + 1) * length),
  );
  return tonesHz.filter(
    (toneHz) =>
      pieces.filter((piece) => hasTone(piece, toneHz, sampleRate)).length > pieces.length / 2,
  );
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
