import { checkRate, phaseFilter } from "./resample.ts";

const PHASES = 256;
const HALF_WIDTH = 24;

/**
 * Converts an endless sound from one rate to another, piece by piece and without a seam, with the
 * windowed sinc of `resample`. The speed can change at any time, which also compensates for two
 * clocks that differ. Throws RangeError for rates that are not integers in 1000..384000.
 */
export class StreamResampler {
  readonly #bank: Float32Array[];
  readonly #reach: number;
  readonly #step: number;
  #history: Float32Array;
  /** The position of the next sample in the history. */
  #at: number;
  #speed = 1;

  constructor(fromHz: number, toHz: number) {
    checkRate(fromHz);
    checkRate(toHz);
    const cutoff = Math.min(1, toHz / fromHz) * 0.94;
    this.#reach = Math.ceil(HALF_WIDTH / cutoff);
    this.#step = fromHz / toHz;
    // `#sample` interpolates between two phases, so the bank ends with an additional phase: the
    // first phase, one sample later.
    this.#bank = Array.from({ length: PHASES + 1 }, (_, phase) =>
      phaseFilter({ offset: phase / PHASES, reach: this.#reach, cutoff }),
    );
    this.#history = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  /** A speed of 1.001 uses a thousandth more input for the same output, so it sounds higher. */
  setSpeed(speed: number): void {
    this.#speed = Math.max(0.9, Math.min(1.1, speed));
  }

  /**
   * Returns the output that is complete with this input. The last input samples wait for the next
   * call.
   */
  push(input: Float32Array): Float32Array {
    const samples = new Float32Array(this.#history.length + input.length);
    samples.set(this.#history);
    samples.set(input, this.#history.length);
    const step = this.#step * this.#speed;
    const last = samples.length - this.#reach - 1;
    const count = Math.max(0, Math.floor((last - this.#at) / step) + 1);
    const output = new Float32Array(count);
    for (let i = 0; i < count; i += 1) {
      output[i] = this.#sample(samples, this.#at + i * step);
    }
    this.#storeHistory(samples, this.#at + count * step);
    return output;
  }

  /** Returns the end of the sound, which would otherwise wait for more input. */
  finish(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }

  #storeHistory(samples: Float32Array, at: number): void {
    const from = Math.min(samples.length, Math.max(0, Math.floor(at) - this.#reach));
    this.#history = samples.slice(from);
    this.#at = at - from;
  }

  #sample(samples: Float32Array, at: number): number {
    const first = Math.floor(at);
    const phase = (at - first) * PHASES;
    const index = Math.floor(phase);
    const share = phase - index;
    const one = this.#bank[index];
    const other = this.#bank[index + 1];
    const start = first - this.#reach + 1;
    if (one === undefined || other === undefined) {
      return 0;
    }
    let near = 0;
    let far = 0;
    for (let k = 0; k < one.length; k += 1) {
      const sample = samples[start + k] ?? 0;
      near += sample * (one[k] ?? 0);
      far += sample * (other[k] ?? 0);
    }
    return near + (far - near) * share;
  }
}
