import { TICK_MS } from "../tick.ts";

/** Of sound: what the network held back comes at once, and a sender's clock is a little fast. */
const AT_ONCE_MS = 1000;
const PER_TICK_MS = 2 * TICK_MS;

/**
 * How much of one leg's sound is decoded. The packets in a tick say little of that: one of Opus can
 * last 120 ms and cost a twentieth of the tick that all legs share.
 */
export class DecodingShare {
  #leftMs = AT_ONCE_MS;

  /** False for a packet that is to be dropped undecoded. */
  take(durationMs: number): boolean {
    if (durationMs > this.#leftMs) {
      return false;
    }
    this.#leftMs -= durationMs;
    return true;
  }

  /** A tick has passed. */
  refill(): void {
    this.#leftMs = Math.min(AT_ONCE_MS, this.#leftMs + PER_TICK_MS);
  }
}
