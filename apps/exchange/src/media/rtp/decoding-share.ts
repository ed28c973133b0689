import { tickMs } from "../tick.ts";

/** Of sound: what the network held back comes at once, and a sender's clock is a little fast. */
const atOnceMs = 1000;
const perTickMs = 2 * tickMs;

/**
 * How much of one leg's sound is decoded. The packets in a tick say little of that: one of Opus can
 * last 120 ms and cost a twentieth of the tick that all legs share.
 */
export class DecodingShare {
  #leftMs = atOnceMs;

  /** False for a packet that is to be dropped undecoded. */
  take(durationMs: number): boolean {
    if (durationMs > this.#leftMs) return false;
    this.#leftMs -= durationMs;
    return true;
  }

  /** A tick has passed. */
  refill(): void {
    this.#leftMs = Math.min(atOnceMs, this.#leftMs + perTickMs);
  }
}
