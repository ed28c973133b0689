import type { Clock } from "../../core/clock.ts";

export interface BucketLimit {
  burst: number;
  perSecond: number;
}

/** Counts what one client asks for: `burst` at once, `perSecond` on average. */
export class TokenBucket {
  readonly #limit: BucketLimit;
  readonly #clock: Clock;
  #tokens: number;
  #filledAt: number;

  constructor(limit: BucketLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#tokens = limit.burst;
    this.#filledAt = clock.now();
  }

  /** False when the client has used up his share. */
  take(count = 1): boolean {
    const now = this.#clock.now();
    const gained = ((now - this.#filledAt) / 1000) * this.#limit.perSecond;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
