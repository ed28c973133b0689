/** How far a late packet may move the head. */
const MAX_LATE_MOVE_MS = 40;
const HOPELESS_MS = 60;

export interface LatePacket {
  lateMs: number;
  /** Nothing later has come yet. */
  isNewest: boolean;
  nowMs: number;
}

/**
 * What becomes of packets whose turn has begun: the head is moved back for one, it is dropped, or
 * the sender's time has become another and the buffer starts anew.
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
    // One packet overtaken by others is lost; a network that does it again needs a deeper buffer.
    if (lateMs <= MAX_LATE_MOVE_MS && (isNewest || this.#lateCount > 1)) {
      return "move_head";
    }
    this.#dropped += 1;
    this.#sinceMs ??= nowMs;
    // All late for a while: the sender's clock stood still, so this is the new time.
    return nowMs - this.#sinceMs >= HOPELESS_MS && isNewest ? "start_anew" : "drop";
  }

  endRun(): void {
    this.#sinceMs = null;
  }

  /** A second has gone by: an old straggler counts no more. */
  forgive(): void {
    this.#lateCount = Math.max(0, this.#lateCount - 1);
  }

  reset(): void {
    this.#lateCount = 0;
    this.#sinceMs = null;
  }
}
