import type { Progress } from "./read-thread.ts";

interface StartReading extends Progress {
  atMs: number;
}

const MAX_STEP_MS = 2_000;
/** A larger share of time that is used, or spent in a run queue, counts as progress. */
const MIN_PROGRESS_SHARE = 0.2;
/** Time with progress counts as a tenth, so that endless work fails too, after ten minutes. */
const PROGRESS_WEIGHT = 0.1;

/** Returns the time that a start has used. Waiting for the disk does not count. */
function spendStart(
  spentMs: number,
  last: StartReading,
  { atMs, cpuMs, waitMs, isAtDisk }: StartReading,
): number {
  if (isAtDisk) {
    return spentMs;
  }
  const passedMs = Math.max(0, atMs - last.atMs);
  const stepMs = Math.min(passedMs, MAX_STEP_MS);
  // The sum can decrease, because it does not contain the time of threads that have ended.
  const grownMs = Math.max(0, cpuMs - last.cpuMs) + Math.max(0, waitMs - last.waitMs);
  const makesProgress = grownMs > passedMs * MIN_PROGRESS_SHARE;
  return spentMs + (makesProgress ? stepMs * PROGRESS_WEIGHT : stepMs);
}

export interface StartBudgetOptions {
  allowanceMs: number;
  readProgress: () => Progress;
  elapsedMs: () => number;
}

/** In a shorter interval, only chance would separate work from idle time. */
const MIN_STEP_MS = 500;

/** The time of one start, which counts slowly while the start makes progress. */
export class StartBudget {
  readonly #options: StartBudgetOptions;
  readonly #startedAtMs: number;
  #last: StartReading;
  #spentMs = 0;

  constructor(options: StartBudgetOptions) {
    this.#options = options;
    this.#startedAtMs = options.elapsedMs();
    this.#last = { atMs: this.#startedAtMs, ...options.readProgress() };
  }

  /** Reads the processes. Returns true when the allowance is used up. */
  checkSpent(): boolean {
    const { allowanceMs, readProgress, elapsedMs } = this.#options;
    const atMs = elapsedMs();
    if (atMs - this.#last.atMs >= MIN_STEP_MS) {
      const reading = { atMs, ...readProgress() };
      this.#spentMs = spendStart(this.#spentMs, this.#last, reading);
      this.#last = reading;
    }
    return this.#spentMs >= allowanceMs;
  }

  get passedMs(): number {
    return this.#options.elapsedMs() - this.#startedAtMs;
  }
}
