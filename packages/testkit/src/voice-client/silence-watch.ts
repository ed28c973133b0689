/**
 * A twentieth of full scale; the microphone says 0.3, whose sine is below that for a moment only.
 */
const QUIET = 1_638;

/**
 * The longest run of quiet samples in a sound that goes on, say a tone. It counts samples and not
 * the clock, so that a busy machine makes no gap.
 */
export class SilenceWatch {
  #runMs = 0;
  #longestMs = 0;

  add(samples: Int16Array, sampleRate: number): void {
    const sampleMs = 1000 / sampleRate;
    for (const sample of samples) {
      this.#runMs = Math.abs(sample) < QUIET ? this.#runMs + sampleMs : 0;
      this.#longestMs = Math.max(this.#longestMs, this.#runMs);
    }
  }

  /** Of what was heard since the last ask. */
  takeLongestMs(): number {
    const longestMs = this.#longestMs;
    this.#longestMs = 0;
    this.#runMs = 0;
    return longestMs;
  }
}
