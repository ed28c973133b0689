import { PHASE_MS, PHASES, TICK_MS } from "../tick.ts";

/**
 * The work that is due at a moment: lost ticks, at most one phase of a tick, and the time until the
 * next plan.
 */
export interface TickPlan {
  skipped: number;
  phase: number | null;
  /** The number of the tick, counted from the start. Lost ticks count too. */
  tick: number;
  waitMs: number;
}

/**
 * A tick that is late by at most this time is still sent. A later tick is lost, because its packets
 * would be useless.
 */
const MAX_LATE_MS = 500;
/**
 * While the mixer catches up, two ticks are at least this far apart, so that no far end gets a
 * burst.
 */
const CATCH_UP_MS = 5;

/**
 * The ticks of 20 ms and their phases, counted from the start, so that they neither drift nor
 * depend on timers. Phases without work take no time.
 */
export class TickClock {
  readonly startMs: number;
  /** The number of the next phase, counted over all ticks; every earlier phase is over. */
  #next = 0;
  readonly #ranMs = new Float64Array(PHASES).fill(-Infinity);
  #skipped = 0;
  #late = 0;
  #lateTick = -1;

  constructor(startMs: number) {
    this.startMs = startMs;
  }

  /**
   * The number of ticks since the start that were lost because the thread was stopped for too long.
   */
  get skipped(): number {
    return this.#skipped;
  }

  /** The number of ticks since the start that began at least one tick late and were not lost. */
  get late(): number {
    return this.#late;
  }

  /** Returns the time of the phase's next occurrence. */
  nextTickMs(phase: number): number {
    return this.#timeMs(this.#next + ((phase - this.#next) & (PHASES - 1)));
  }

  /**
   * Returns the work that is due now, and counts it as done. At least the first phase must be in
   * use.
   */
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

  /**
   * Continues with the next whole tick. The ticks until now had no work, so none counts as lost.
   */
  passUntil(nowMs: number): void {
    const ticks = Math.ceil((nowMs - this.startMs - TICK_MS) / TICK_MS);
    this.#next = Math.max(this.#next, ticks * PHASES);
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
