import { alignSamples, readSamples, type WavAudio } from "./read-samples.ts";
import type { WavFormat } from "./wav-format.ts";

/** Cuts the sound of a WAV, which arrives in pieces, into whole frames. */
export class WavSampleReader {
  #held: Uint8Array = new Uint8Array(0);
  #format: WavFormat | null = null;

  /** Returns `null` if this piece completes no frame. Throws AudioFormatError. */
  push(format: WavFormat, data: Uint8Array): WavAudio | null {
    const all = Buffer.concat([this.#held, data]);
    const frameBytes = format.sampleBytes * format.channels;
    const length = frameBytes === 0 ? all.length : all.length - (all.length % frameBytes);
    this.#held = all.subarray(length);
    if (length === 0) {
      return null;
    }
    const frames = all.subarray(0, length);
    // Silence does not show which bytes of a sample contain its bits, so later sound decides.
    this.#format ??= frames.some((byte) => byte !== 0) ? alignSamples(format, frames) : null;
    return readSamples(this.#format ?? format, frames);
  }
}
