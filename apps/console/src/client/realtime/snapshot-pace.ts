export interface SnapshotPaceOptions {
  now: () => number;
  /** From 0 to below 1. */
  random: () => number;
}

const SHORTEST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
/** After so long without a snapshot the next one comes soon again. */
const CALM_MS = 60_000;
/** All consoles of a station see the same gap: they must not all ask in the same moment. */
const JITTER_MS = 500;

/** The first snapshot may come at once; each further one waits twice as long. */
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

  /** A snapshot was answered; one that failed cost nobody much, and is not counted. */
  noteTaken(): void {
    this.#takenAt = this.#options.now();
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, SHORTEST_GAP_MS), LONGEST_GAP_MS);
  }
}
