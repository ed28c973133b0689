/** Timers that run when a test moves the time, in the order in which they are due. */
export class ASchedule {
  nowMs = 0;
  readonly #due: { at: number; run: () => void }[] = [];

  readonly schedule = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.nowMs + ms, run };
    this.#due.push(timer);
    return () => {
      const index = this.#due.indexOf(timer);
      if (index >= 0) {
        this.#due.splice(index, 1);
      }
    };
  };

  advance(ms: number): void {
    const end = this.nowMs + ms;
    for (;;) {
      const next = this.#due.toSorted((one, other) => one.at - other.at)[0];
      if (next === undefined || next.at > end) {
        break;
      }
      this.#due.splice(this.#due.indexOf(next), 1);
      this.nowMs = Math.max(this.nowMs, next.at);
      next.run();
    }
    this.nowMs = end;
  }

  /** Simulates a sleep of the page: no timer runs during it, and all due timers run afterwards. */
  sleep(ms: number): void {
    this.nowMs += ms;
    const late = this.#due.filter(({ at }) => at <= this.nowMs);
    for (const timer of late) {
      this.#due.splice(this.#due.indexOf(timer), 1);
      timer.run();
    }
  }
}
