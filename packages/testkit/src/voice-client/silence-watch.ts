/** A twentieth of full scale. The microphone sends 0.3, and its sine is below this only briefly. */
const QUIET = 1_638;

/**
 * Measures the longest run of quiet samples in a continuous sound, such as a tone. It counts
 * samples instead of time, so that a busy machine causes no gap.
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

  /** Returns the longest run since the last request. */
  takeLongestMs(): number {
    const longestMs = this.#longestMs;
    this.#longestMs = 0;
    this.#runMs = 0;
    return longestMs;
  }
}
