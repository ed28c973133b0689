import { PHASE_MS, PHASES, TICK_MS } from "../tick.ts";

/**
 * What is due at a moment: ticks that are lost for good, one phase of a tick or none, and when to
 * look again.
 */
export interface TickPlan {
  skipped: number;
  phase: number | null;
  /** Counts the ticks, with those that were lost. */
  tick: number;
  waitMs: number;
}

/** Beyond this nobody waits for the packets any more; up to it, all are sent after all. */
const MAX_LATE_MS = 500;
/** While catching up, two ticks stand at least this far apart, so that nobody gets a burst. */
const CATCH_UP_MS = 5;

/**
 * The 20 ms beat and the phases within it, counted from its start, so that it neither drifts nor
 * depends on timers. Phases in which nothing is to be done take no time.
 */
export class TickClock {
  readonly startMs: number;
  /** Counts the phases of all ticks; all before it are over. */
  #next = 0;
  readonly #ranMs = new Float64Array(PHASES).fill(-Infinity);
  #skipped = 0;
  #late = 0;
  #lateTick = -1;

  constructor(startMs: number) {
    this.startMs = startMs;
  }

  /** Ticks lost since the start because the thread was stopped for too long. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Ticks since the start that began at least one tick after their time, and were not lost. */
  get late(): number {
    return this.#late;
  }

  /** When that phase comes next. */
  nextTickMs(phase: number): number {
    return this.#timeMs(this.#next + ((phase - this.#next) & (PHASES - 1)));
  }

  /** At least the first phase is to be in use. */
  plan(nowMs: number, isUsed: readonly boolean[]): TickPlan {
    const waitMs = this.#readyMs(isUsed) - nowMs;
    if (waitMs > 0) {
      return { skipped: 0, phase: null, tick: this.#tick(), waitMs };
    }
    this.#next = this.#nextUsed(isUsed);
    const lateMs = nowMs - this.#timeMs(this.#next);
    const skipped = lateMs > MAX_LATE_MS ? Math.floor(lateMs / TICK_MS) : 0;
    this.#skipped += skipped;
    this.#next += skipped * PHASES;
    const phase = this.#next % PHASES;
    const tick = this.#tick();
    if (lateMs >= TICK_MS && skipped === 0 && tick !== this.#lateTick) {
      this.#late += 1;
      this.#lateTick = tick;
    }
    this.#ranMs[phase] = nowMs;
    this.#next += 1;
    return { skipped, phase, tick, waitMs: Math.max(0, this.#readyMs(isUsed) - nowMs) };
  }

  #tick(): number {
    return Math.floor(this.#next / PHASES);
  }

  #timeMs(count: number): number {
    return this.startMs + TICK_MS + count * PHASE_MS;
  }

  #nextUsed(isUsed: readonly boolean[]): number {
    let count = this.#next;
    while (isUsed[count % PHASES] !== true && count % PHASES !== 0) {
      count += 1;
    }
    return count;
  }

  #readyMs(isUsed: readonly boolean[]): number {
    const count = this.#nextUsed(isUsed);
    const lastMs = this.#ranMs[count % PHASES] ?? -Infinity;
    return Math.max(this.#timeMs(count), lastMs + CATCH_UP_MS);
  }
}
