export interface SnapshotPaceOptions {
  now: () => number;
  /** Returns a number from 0 to below 1. */
  random: () => number;
}

const SHORTEST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
/** After this time without a snapshot the delay is short again. */
const CALM_MS = 60_000;
/** All consoles of a station miss the same event, so the jitter spreads their requests. */
const JITTER_MS = 500;

/** The first snapshot may be loaded at once. The wait doubles before each further one. */
export class SnapshotPace {
  readonly #options: SnapshotPaceOptions;
  #gapMs = 0;
  #takenAt: number | null = null;

  constructor(options: SnapshotPaceOptions) {
    this.#options = options;
  }

  waitMs(): number {
    if (this.#takenAt === null) {
      return 0;
    }
    const sinceMs = this.#options.now() - this.#takenAt;
    if (sinceMs >= CALM_MS) {
      this.#gapMs = 0;
    }
    return Math.max(0, this.#gapMs - sinceMs) + this.#options.random() * JITTER_MS;
  }

  /**
   * Counts a snapshot that the server returned. A failed one costs the server little and is not
   * counted.
   */
  noteTaken(): void {
    this.#takenAt = this.#options.now();
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, SHORTEST_GAP_MS), LONGEST_GAP_MS);
  }
}
