import { Concealment } from "./concealment.ts";
import type { SampleRing } from "./sample-ring.ts";

const BLEND_MS = 4;

/** Reads a ring with gaps: what is missing is made up, and what comes after it blended in. */
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

  /** Something made up has yet to be blended into what follows it. */
  get isBlending(): boolean {
    return this.#blend > 0;
  }

  remember(samples: Int16Array, length: number): void {
    this.#concealment.remember(samples, length);
  }

  /** Fills `out` from `timestamp` on; answers how many of its samples were there. */
  take(timestamp: number, out: Int16Array, length: number): number {
    let real = 0;
    let from = 0;
    let isReal = false;
    for (let i = 0; i < length; i += 1) {
      const sample = this.#ring.takeOne(timestamp + i);
      isReal = sample !== null;
      if (sample === null) {
        if (this.#blend === 0) {
          // It goes on from what was heard last, wherever in a block that was.
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
