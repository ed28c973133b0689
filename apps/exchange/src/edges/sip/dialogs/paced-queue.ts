import type { Clock } from "@linedesk/base";

/** Runs tasks one after the other with a pause between them, so that they flood no far end. */
export class PacedQueue {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  constructor(clock: Clock, pauseMs: number) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
  }

  add(task: () => void): void {
    this.#waiting.push(task);
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#clock.after(0, () => this.#runNext());
    }
  }

  #runNext(): void {
    const task = this.#waiting.shift();
    this.#isRunning = task !== undefined;
    if (task !== undefined) {
      this.#clock.after(this.#pauseMs, () => this.#runNext());
      task();
    }
  }
}
