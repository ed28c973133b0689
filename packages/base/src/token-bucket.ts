import type { Clock } from "./clock.ts";

/** The bucket allows `burst` requests at once, and `perSecond` on average. */
export interface BucketRate {
  perSecond: number;
  burst: number;
}

/** A token bucket limits the requests of one source. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #rate: BucketRate;
  #tokens: number;
  #filledAtMs: number;

  constructor(clock: Clock, rate: BucketRate) {
    this.#clock = clock;
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAtMs = clock.elapsedMs();
  }

  /** Returns false when the tokens are used up; a refused request uses none. */
  take(count = 1): boolean {
    const nowMs = this.#clock.elapsedMs();
    const gained = ((nowMs - this.#filledAtMs) / 1000) * this.#rate.perSecond;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + gained);
    this.#filledAtMs = nowMs;
    if (this.#tokens < count) {
      return false;
    }
    this.#tokens -= count;
    return true;
  }
}
