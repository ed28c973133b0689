import type { LegId, MediaEvent } from "../port/media-port.ts";
import { nextLiveness, type Liveness, type LivenessEvent } from "./liveness.ts";

/** Tracks media from a leg, and reports each change. */
export class LegLiveness {
  readonly #leg: LegId;
  readonly #emit: (event: MediaEvent) => void;
  #state: Liveness = { status: "waiting", failsAtMs: null };

  constructor(leg: LegId, emit: (event: MediaEvent) => void) {
    this.#leg = leg;
    this.#emit = emit;
  }

  get isWaiting(): boolean {
    return this.#state.status === "waiting";
  }

  dispatch(event: LivenessEvent, nowMs: number): void {
    const before = this.#state;
    // Almost every packet and tick changes nothing, and this branch keeps them cheap.
    if (before.status === "live" && event.type === "packet.received") {
      before.receivedMs = nowMs;
      return;
    }
    this.#state = nextLiveness(before, event, nowMs);
    if (this.#state.status === before.status) {
      return;
    }
    this.#announce(before, this.#state);
  }

  #announce(before: Liveness, now: Liveness): void {
    const leg = this.#leg;
    switch (now.status) {
      case "waiting":
        return;
      case "live":
        this.#emit({
          type: before.status === "waiting" ? "leg.connected" : "leg.media_restored",
          leg,
        });
        return;
      case "silent":
        this.#emit({ type: "leg.media_lost", leg });
        return;
      case "failed":
        this.#emit({ type: "leg.failed", leg, message: now.message });
        return;
    }
  }
}
