import { TICK_MS } from "../tick.ts";

/** The minimum time between the arrival of a packet and the tick that plays it. */
export const LEAST_WAIT_MS = 8;
const WINDOW_MS = 250;
const WINDOWS = 8;
/** This number of packets is enough to evaluate the first window. */
const FIRST_PACKETS = 5;
/**
 * A packet that is early or late by more than this belongs to another stream, or to a stream that
 * paused.
 */
const MAX_OFF_MS = 1000;

/** The waiting times of a leg's packets. */
export interface PacketWait {
  /** The wait at each phase; `null` if it is unknown, or the same at each phase. */
  waitsMs: readonly number[] | null;
  /** The current slack of late packets; `null` while no leg hears this leg. */
  slackMs: number | null;
}

/**
 * Measures when a sender's packets come within the tick: the delay of each packet relative to the
 * first one, by its timestamp. It divides the last two seconds into eight windows, and uses the
 * window whose latest packet came earliest, so that a single delay does not change the result.
 */
export class ArrivalPhase {
  #first: { nowMs: number; timestampMs: number } | null = null;
  readonly #latestMs = new Float64Array(WINDOWS).fill(Infinity);
  #window = 0;
  #windowStartMs = 0;
  #windowLatestMs = -Infinity;
  #packets = 0;
  #packetMs = TICK_MS;

  note(timestampMs: number, packetMs: number, nowMs: number): void {
    const first = this.#first;
    const lateMs = first === null ? 0 : nowMs - first.nowMs - (timestampMs - first.timestampMs);
    if (first === null || Math.abs(lateMs) > MAX_OFF_MS) {
      this.#begin(timestampMs, nowMs);
    }
    this.#packetMs = packetMs;
    this.#packets += 1;
    if (nowMs - this.#windowStartMs >= WINDOW_MS) {
      this.#endWindow(nowMs);
    }
    const latestMs = Math.abs(lateMs) > MAX_OFF_MS ? 0 : lateMs;
    this.#windowLatestMs = Math.max(this.#windowLatestMs, latestMs);
  }

  /**
   * Returns the time between the arrival of a tick's packet and `atMs`. Whole ticks added to `atMs`
   * do not change the result. Returns `null` if the time is unknown, or does not depend on `atMs`.
   */
  waitMs(atMs: number): number | null {
    const latestMs = this.#leastLatestMs();
    const roundMs = this.#roundMs;
    if (this.#first === null || latestMs === Infinity || roundMs === null) {
      return null;
    }
    const beyondMs = atMs - this.#first.nowMs - latestMs - LEAST_WAIT_MS;
    return LEAST_WAIT_MS + (((beyondMs % roundMs) + roundMs) % roundMs);
  }

  /** With two packets of 10 ms in a tick, only the second one can be too late. */
  get #roundMs(): number | null {
    if (this.#packetMs % TICK_MS === 0) {
      return TICK_MS;
    }
    return this.#packetMs % (TICK_MS / 2) === 0 ? TICK_MS / 2 : null;
  }

  #leastLatestMs(): number {
    const leastMs = Math.min(...this.#latestMs);
    const isEnough = leastMs === Infinity && this.#packets >= FIRST_PACKETS;
    return isEnough ? this.#windowLatestMs : leastMs;
  }

  #begin(timestampMs: number, nowMs: number): void {
    this.#first = { nowMs, timestampMs };
    this.#latestMs.fill(Infinity);
    this.#windowLatestMs = -Infinity;
    this.#windowStartMs = nowMs;
    this.#packets = 0;
  }

  #endWindow(nowMs: number): void {
    this.#latestMs[this.#window] = this.#windowLatestMs;
    this.#window = (this.#window + 1) % WINDOWS;
    this.#windowLatestMs = -Infinity;
    this.#windowStartMs = nowMs;
  }
}
