/** A packet that is later than this does not move the head. */
const MAX_LATE_MOVE_MS = 40;
const HOPELESS_MS = 60;

export interface LatePacket {
  lateMs: number;
  /** Is true when no packet with a later timestamp has arrived. */
  isNewest: boolean;
  nowMs: number;
}

/**
 * Decides about packets whose time to play has begun: the head moves back for the packet, the
 * packet is dropped, or the sender's clock has changed and the buffer restarts.
 */
export class LatePackets {
  #lateCount = 0;
  #sinceMs: number | null = null;
  #dropped = 0;

  get dropped(): number {
    return this.#dropped;
  }

  judge({ lateMs, isNewest, nowMs }: LatePacket): "move_head" | "drop" | "start_anew" {
    if (!isNewest) {
      this.#lateCount += 1;
    }
    // A single packet that other packets overtook is dropped. If this happens again within seconds,
    // the buffer must be deeper.
    if (lateMs <= MAX_LATE_MOVE_MS && (isNewest || this.#lateCount > 1)) {
      return "move_head";
    }
    this.#dropped += 1;
    this.#sinceMs ??= nowMs;
    // If all packets were late for HOPELESS_MS, the sender's clock had stopped. The buffer then
    // restarts at the packet's timestamp.
    return nowMs - this.#sinceMs >= HOPELESS_MS && isNewest ? "start_anew" : "drop";
  }

  endRun(): void {
    this.#sinceMs = null;
  }

  /** Removes one late packet from the count. Runs once a second. */
  forgetOldest(): void {
    this.#lateCount = Math.max(0, this.#lateCount - 1);
  }

  reset(): void {
    this.#lateCount = 0;
    this.#sinceMs = null;
  }
}
