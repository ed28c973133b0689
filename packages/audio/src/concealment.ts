const shortestPeriod = 40;
const longestPeriod = 130;
const compared = 120;
const heldBlocks = 1;
const fadeSamples = 400;

/** Keeps the last of what was played and makes up a plausible continuation for what is lost. */
export class Concealment {
  readonly #history = new Int16Array(longestPeriod + compared);
  #period = 0;
  #made = 0;

  /** What was really heard, in order. */
  remember(samples: Int16Array, length: number): void {
    const history = this.#history;
    const kept = Math.min(length, history.length);
    history.copyWithin(0, kept);
    for (let i = 0; i < kept; i += 1) {
      history[history.length - kept + i] = samples[length - kept + i] ?? 0;
    }
    this.#made = 0;
  }

  /**
   * The next made-up sample: the last pitch period over and over, held for 20 ms, then fading, and
   * nothing after 70 ms, since a longer repetition sounds like a machine.
   */
  next(): number {
    if (this.#made === 0) this.#period = this.#findPeriod();
    const at = this.#history.length - this.#period + (this.#made % this.#period);
    const gain = 1 - Math.max(0, this.#made - heldBlocks * 160) / fadeSamples;
    this.#made += 1;
    return gain <= 0 ? 0 : Math.round((this.#history[at] ?? 0) * gain);
  }

  get isSilent(): boolean {
    return this.#made > heldBlocks * 160 + fadeSamples;
  }

  /** Average magnitude difference: the lag at which the recent past repeats itself best. */
  #findPeriod(): number {
    const history = this.#history;
    let best = longestPeriod;
    let bestDifference = Infinity;
    for (let lag = shortestPeriod; lag <= longestPeriod; lag += 1) {
      let difference = 0;
      for (let i = history.length - compared; i < history.length; i += 2) {
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
