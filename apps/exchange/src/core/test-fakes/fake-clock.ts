import type { Clock } from "../clock.ts";

interface Timer {
  at: number;
  run: () => void;
}

/** Time that stands still until told otherwise. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 10, 21, 3, 0, 0);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many wait for their moment. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Lets everything happen that happens within the time, each at its moment. */
  async advance(durationMs: number): Promise<void> {
    const end = this.#now + durationMs;
    await settled();
    for (;;) {
      const due = [...this.#timers].sort((one, other) => one.at - other.at)[0];
      if (!due || due.at > end) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await settled();
    }
    this.#now = end;
  }
}

/** All that is already under way has happened. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
