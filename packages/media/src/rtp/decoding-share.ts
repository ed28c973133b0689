import { TICK_MS } from "../tick.ts";

/**
 * The length of sound that may be decoded in one burst, because networks send bursts and a sender's
 * clock may be fast.
 */
const AT_ONCE_MS = 1000;
const PER_TICK_MS = 2 * TICK_MS;

/**
 * Limits how much sound of one leg is decoded. The limit is a length and not a number of packets. A
 * packet of Opus can contain 120 ms and cost a twentieth of the tick that all legs share.
 */
export class DecodingShare {
  #leftMs = AT_ONCE_MS;

  /** Returns `false` for a packet that must be dropped without decoding. */
  take(durationMs: number): boolean {
    if (durationMs > this.#leftMs) {
      return false;
    }
    this.#leftMs -= durationMs;
    return true;
  }

  /** Adds the share of one tick. */
  refill(): void {
    this.#leftMs = Math.min(AT_ONCE_MS, this.#leftMs + PER_TICK_MS);
  }
}
