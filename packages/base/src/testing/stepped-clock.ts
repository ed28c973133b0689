import type { Clock } from "../clock.ts";

interface Timer {
  atMs: number;
  run: () => void;
}

export class SteppedClock implements Clock {
  #elapsedMs = 1_000_000;
  #datesFromMs: number;
  /** The timers in the order in which they become due. */
  readonly #timers: Timer[] = [];

  constructor(startMs = Date.UTC(2026, 10, 21, 3, 0, 0)) {
    this.#datesFromMs = startMs - this.#elapsedMs;
  }

  now(): number {
    return this.#datesFromMs + this.#elapsedMs;
  }

  elapsedMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#elapsedMs + delayMs, run };
    let at = this.#timers.length;
    while (at > 0 && (this.#timers[at - 1]?.atMs ?? 0) > timer.atMs) {
      at -= 1;
    }
    this.#timers.splice(at, 0, timer);
    return () => {
      const found = this.#timers.indexOf(timer);
      if (found >= 0) {
        this.#timers.splice(found, 1);
      }
    };
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Shifts the dates, as when the machine's clock is set. Durations and timers do not change. */
  setBy(ms: number): void {
    this.#datesFromMs += ms;
  }

  /**
   * Moves to the next timer that is due by `endMs`, runs it and returns true. Without such a timer
   * it moves to `endMs` and returns false.
   */
  runNext(endMs: number): boolean {
    const [next] = this.#timers;
    const isDue = next !== undefined && next.atMs <= endMs;
    this.#elapsedMs = Math.max(this.#elapsedMs, isDue ? next.atMs : endMs);
    if (!isDue) {
      return false;
    }
    this.#timers.shift();
    next.run();
    return true;
  }
}
