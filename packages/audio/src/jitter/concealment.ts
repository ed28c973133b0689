const MIN_PERIOD_MS = 5;
const MAX_PERIOD_MS = 16.25;
const COMPARED_MS = 15;
const HELD_MS = 20;
const FADE_MS = 50;
/**
 * The search for the period has the resolution of 8 kHz; at higher rates a second step refines the
 * result.
 */
const COARSE_RATE = 8000;

/** Stores the sound that was played last, and continues it plausibly over a loss. */
export class Concealment {
  readonly #history: Int16Array;
  readonly #shortest: number;
  readonly #longest: number;
  readonly #compared: number;
  readonly #held: number;
  readonly #fade: number;
  readonly #step: number;
  #period = 0;
  #made = 0;

  constructor(sampleRate: number) {
    const perMs = sampleRate / 1000;
    this.#shortest = MIN_PERIOD_MS * perMs;
    this.#longest = MAX_PERIOD_MS * perMs;
    this.#compared = COMPARED_MS * perMs;
    this.#held = HELD_MS * perMs;
    this.#fade = FADE_MS * perMs;
    this.#step = sampleRate / COARSE_RATE;
    this.#history = new Int16Array(this.#longest + this.#compared);
  }

  /** Stores received sound, in order. */
  remember(samples: Int16Array, length: number): void {
    const history = this.#history;
    const copied = Math.min(length, history.length);
    history.copyWithin(0, copied);
    const to = history.length - copied;
    const from = length - copied;
    for (let i = 0; i < copied; i += 1) {
      history[to + i] = samples[from + i] ?? 0;
    }
    this.#made = 0;
  }

  /**
   * Returns the next concealed sample. The last pitch period repeats at full level for 20 ms, then
   * fades, and is silent after 70 ms, because a longer repetition sounds like a machine.
   */
  next(): number {
    if (this.#made === 0) {
      this.#period = this.#findPeriod();
    }
    const at = this.#history.length - this.#period + (this.#made % this.#period);
    const gain = 1 - Math.max(0, this.#made - this.#held) / this.#fade;
    this.#made += 1;
    return gain <= 0 ? 0 : Math.round((this.#history[at] ?? 0) * gain);
  }

  get isSilent(): boolean {
    return this.#made > this.#held + this.#fade;
  }

  #findPeriod(): number {
    const step = this.#step;
    const coarse = this.#bestLag({ from: this.#shortest, to: this.#longest, step });
    if (step === 1) {
      return coarse;
    }
    const from = Math.max(this.#shortest, coarse - step + 1);
    return this.#bestLag({ from, to: Math.min(this.#longest, coarse + step - 1), step: 1 });
  }

  /** Returns the lag at which the recent past repeats best (average magnitude difference). */
  #bestLag(range: { from: number; to: number; step: number }): number {
    const history = this.#history;
    const stride = 2 * this.#step;
    let best = range.to;
    let bestDifference = Infinity;
    for (let lag = range.from; lag <= range.to; lag += range.step) {
      let difference = 0;
      for (let i = history.length - this.#compared; i < history.length; i += stride) {
        difference += Math.abs((history[i] ?? 0) - (history[i - lag] ?? 0));
      }
      if (difference < bestDifference) {
        bestDifference = difference;
        best = lag;
      }
    }
    return best;
  }
}
