import { TICK_MS } from "../tick.ts";

/**
 * What is due at a moment: ticks that are lost for good, one tick or none, and when to look again.
 */
export interface TickPlan {
  skipped: number;
  isDue: boolean;
  waitMs: number;
}

/** Beyond this nobody waits for the packets any more; up to it, all are sent after all. */
const MAX_LATE_MS = 500;
/** While catching up, two ticks stand at least this far apart, so that nobody gets a burst. */
const CATCH_UP_MS = 5;

/** The 20 ms beat, counted from its start, so that it neither drifts nor depends on timers. */
export class TickClock {
  readonly #startMs: number;
  #ticks = 0;
  #skipped = 0;
  #late = 0;

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  /** Ticks lost since the start because the thread was stopped for too long. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Ticks since the start that began at least one tick after their time, and were not lost. */
  get late(): number {
    return this.#late;
  }

  get nextTickMs(): number {
    return this.#startMs + (this.#ticks + 1) * TICK_MS;
  }

  plan(nowMs: number): TickPlan {
    const lateMs = nowMs - this.nextTickMs;
    if (lateMs < 0) {
      return { skipped: 0, isDue: false, waitMs: -lateMs };
    }
    const skipped = lateMs > MAX_LATE_MS ? Math.floor(lateMs / TICK_MS) : 0;
    this.#skipped += skipped;
    this.#late += lateMs >= TICK_MS && skipped === 0 ? 1 : 0;
    this.#ticks += skipped + 1;
    return { skipped, isDue: true, waitMs: Math.max(CATCH_UP_MS, this.nextTickMs - nowMs) };
  }
}
