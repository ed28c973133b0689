import type { Clock } from "@linedesk/base";

/** Real time, which a test can push forward, and stop where the machine's pace must not count. */
export class PushedClock implements Pick<Clock, "now" | "elapsedMs"> {
  #ahead = 0;
  /** By how much the machine's clock was set, which no duration feels. */
  #set = 0;
  #stoppedAt: number | null = null;
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
  }
  push(ms: number): void {
    this.#ahead += ms;
  }
}
