import type { Clock } from "./clock.ts";

/** `burst` at once, `perSecond` on average. */
export interface BucketRate {
  perSecond: number;
  burst: number;
}

/** A token bucket: bounds what one source may ask for. */
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

  /** False when the share is used up; what is refused takes nothing. */
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
