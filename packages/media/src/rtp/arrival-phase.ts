import { TICK_MS } from "../tick.ts";

/** Slack that packets are to have at least. */
export const LEAST_WAIT_MS = 8;
const WINDOW_MS = 250;
const WINDOWS = 8;
/** So many packets say enough of the first window. */
const FIRST_PACKETS = 5;
/** Further off than this it is another stream, or one that stood still. */
const MAX_OFF_MS = 1000;

/** How long a leg's packets wait. */
export interface PacketWait {
  /** At each phase; null where it is not known, or does not matter. */
  waitsMs: readonly number[] | null;
  /** What the late ones have left now; null where nobody has heard this leg yet. */
  slackMs: number | null;
}

/**
 * When, within the beat, the packets of a sender come: by how much each came later than the first
 * one, as its timestamp says, and of the last two seconds the quarter in which the latest one came
 * soonest, so that a hiccup says nothing of all the others.
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
   * How long before a moment, or one that is any number of ticks from it, the packet comes that is
   * taken then. Null where that is not known, or as long at any moment.
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

  /** Of two packets of 10 ms in a tick it is the second one that may be short of time. */
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
