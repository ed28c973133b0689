import { SAMPLE_RATE } from "../sound/block.ts";

/** Second order Butterworth: 12 dB an octave below the corner. */
const Q = Math.SQRT1_2;

export class HighPass {
  readonly #b0: number;
  readonly #a1: number;
  readonly #a2: number;
  #x1 = 0;
  #x2 = 0;
  #y1 = 0;
  #y2 = 0;

  constructor(cornerHz: number) {
    const omega = (2 * Math.PI * cornerHz) / SAMPLE_RATE;
    const alpha = Math.sin(omega) / (2 * Q);
    const cosine = Math.cos(omega);
    this.#b0 = (1 + cosine) / 2 / (1 + alpha);
    this.#a1 = (-2 * cosine) / (1 + alpha);
    this.#a2 = (1 - alpha) / (1 + alpha);
  }

  apply(samples: Float32Array): void {
    for (let i = 0; i < samples.length; i += 1) {
      const x = samples[i] ?? 0;
      const y =
        this.#b0 * (x - 2 * this.#x1 + this.#x2) - this.#a1 * this.#y1 - this.#a2 * this.#y2;
      this.#x2 = this.#x1;
      this.#x1 = x;
      this.#y2 = this.#y1;
      this.#y1 = y;
      samples[i] = y;
    }
  }
}
