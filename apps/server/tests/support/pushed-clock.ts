import { type Clock, systemClock } from "@linedesk/base";

/**
 * Real time that a test can push forward, and stop, so that the machine's speed does not matter.
 */
export class PushedClock implements Clock {
  #ahead = 0;
  /** The change of the machine's clock, which does not affect durations. */
  #set = 0;
  #stoppedAt: number | null = null;
  readonly #timers = new Set<{ dueMs: number; run: () => void }>();
  /** The number of waiting timers. */
  get waiting(): number {
    return this.#timers.size;
  }
  now(): number {
    return this.elapsedMs() + this.#set;
  }
  elapsedMs(): number {
    return (this.#stoppedAt ?? Date.now()) + this.#ahead;
  }
  setBy(ms: number): void {
    this.#set += ms;
  }
  stop(): void {
    this.#stoppedAt = Date.now();
  }
  go(): void {
    this.#stoppedAt = null;
    this.#runDue();
  }
  push(ms: number): void {
    this.#ahead += ms;
    this.#runDue();
  }
  after(delayMs: number, run: () => void): () => void {
    const timer = { dueMs: this.elapsedMs() + delayMs, run };
    this.#timers.add(timer);
    this.#check(delayMs);
    return () => this.#timers.delete(timer);
  }
  #check(inMs: number): void {
    systemClock.after(inMs, () => this.#runDue());
  }
  #runDue(): void {
    for (const timer of this.#timers) {
      const leftMs = timer.dueMs - this.elapsedMs();
      if (leftMs <= 0) {
        this.#timers.delete(timer);
        timer.run();
      } else if (this.#stoppedAt === null) {
        this.#check(leftMs);
      }
    }
  }
}
