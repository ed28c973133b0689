import type { Clock } from "../../core/clock.ts";

export interface BucketRate {
  perSecond: number;
  burst: number;
}

const maxSources = 10_000;

/** A bucket of tokens for each source address; the longest unseen are forgotten beyond a bound. */
export class TokenBuckets {
  readonly #clock: Clock;
  readonly #rate: BucketRate;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(clock: Clock, rate: BucketRate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /** Takes tokens of the source, one unless said; false when it has not as many left. */
  take(source: string, cost = 1): boolean {
    const nowMs = this.#clock.now();
    const bucket = this.#buckets.get(source) ?? { tokens: this.#rate.burst, atMs: nowMs };
    const grown = (Math.max(0, nowMs - bucket.atMs) / 1000) * this.#rate.perSecond;
    const tokens = Math.min(this.#rate.burst, bucket.tokens + grown);
    const isAllowed = tokens >= cost;
    this.#buckets.delete(source);
    this.#buckets.set(source, { tokens: isAllowed ? tokens - cost : tokens, atMs: nowMs });
    if (this.#buckets.size > maxSources) this.#forgetOldest();
    return isAllowed;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
