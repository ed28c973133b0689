import { SAMPLE_RATE } from "../sound/block.ts";

const ATTACK_FRAMES = (2 * SAMPLE_RATE) / 1000;
const RELEASE_PER_BLOCK = 0.02;

/**
 * Turns down a block whose peak is beyond the ceiling: within 2 ms, and back slowly. What fits
 * passes bit by bit unchanged.
 */
export class PeakLimiter {
  readonly #ceiling: number;
  #gain = 1;

  constructor(ceilingDbfs: number) {
    this.#ceiling = 10 ** (ceilingDbfs / 20);
  }

  apply(samples: Float32Array): void {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const wanted = peak > this.#ceiling ? this.#ceiling / peak : 1;
    const before = this.#gain;
    this.#gain = wanted < before ? wanted : Math.min(wanted, before + RELEASE_PER_BLOCK);
    if (before === 1 && this.#gain === 1) {
      return;
    }
    const frames = Math.min(samples.length, this.#gain < before ? ATTACK_FRAMES : samples.length);
    for (let i = 0; i < samples.length; i += 1) {
      const share = Math.min(1, (i + 1) / frames);
      const sample = (samples[i] ?? 0) * (before + (this.#gain - before) * share);
      samples[i] = Math.max(-this.#ceiling, Math.min(this.#ceiling, sample));
    }
  }
}
