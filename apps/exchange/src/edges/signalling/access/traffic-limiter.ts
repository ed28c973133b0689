import { type Clock, TokenBucket } from "@linedesk/base";
import type { SignallingLimits } from "./limits.ts";

export type TrafficVerdict = "accept" | "reject" | "disconnect";

/**
 * Limits one socket. It accepts frames up to a limit, then refuses some frames, and then
 * disconnects.
 */
export class TrafficLimiter {
  readonly #frames: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #refusals: TokenBucket;

  constructor(limits: SignallingLimits, clock: Clock) {
    this.#frames = new TokenBucket(clock, limits.frames);
    this.#bytes = new TokenBucket(clock, limits.bytes);
    this.#refusals = new TokenBucket(clock, limits.refusals);
  }

  take(bytes: number): TrafficVerdict {
    if (this.#frames.take() && this.#bytes.take(bytes)) {
      return "accept";
    }
    return this.#refusals.take() ? "reject" : "disconnect";
  }
}
