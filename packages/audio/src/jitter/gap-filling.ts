import { Concealment } from "./concealment.ts";
import type { SampleRing } from "./sample-ring.ts";

const BLEND_MS = 4;

/** Reads sound from the ring buffer. It conceals each gap, and fades into the sound after it. */
export class GapFilling {
  readonly #ring: SampleRing;
  readonly #concealment: Concealment;
  readonly #blendSamples: number;
  #blend = 0;

  constructor(ring: SampleRing, sampleRate: number) {
    this.#ring = ring;
    this.#concealment = new Concealment(sampleRate);
    this.#blendSamples = BLEND_MS * (sampleRate / 1000);
  }

  /** Is true while concealed sound still fades into the received sound after the gap. */
  get isBlending(): boolean {
    return this.#blend > 0;
  }

  remember(samples: Int16Array, length: number): void {
    this.#concealment.remember(samples, length);
  }

  /** Fills `out` from `timestamp` on. Returns the number of samples that were received. */
  take(timestamp: number, out: Int16Array, length: number): number {
    let real = 0;
    let from = 0;
    let isReal = false;
    for (let i = 0; i < length; i += 1) {
      const sample = this.#ring.takeOne(timestamp + i);
      isReal = sample !== null;
      if (sample === null) {
        if (this.#blend === 0) {
          // Concealment continues from the last received sample, even in the middle of a block.
          this.#concealment.remember(out.subarray(from, i), i - from);
          from = i;
        }
        this.#blend = this.#blendSamples;
        out[i] = this.#concealment.isSilent ? 0 : this.#concealment.next();
      } else {
        real += 1;
        out[i] = this.#blend > 0 ? this.#blended(sample) : sample;
      }
    }
    if (isReal && this.#blend === 0 && real < length) {
      this.#concealment.remember(out.subarray(from, length), length - from);
    }
    return real;
  }

  #blended(sample: number): number {
    const share = this.#blend / this.#blendSamples;
    this.#blend -= 1;
    return Math.round(sample * (1 - share) + this.#concealment.next() * share);
  }
}
