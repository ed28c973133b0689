import type { Clock } from "./clock.ts";
import { type BucketRate, TokenBucket } from "./token-bucket.ts";

const MAX_SOURCES = 10_000;

/** A token bucket for each source. Beyond 10,000 sources the least recently used one is removed. */
export class TokenBuckets {
  readonly #clock: Clock;
  readonly #rate: BucketRate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(clock: Clock, rate: BucketRate) {
    this.#clock = clock;
    this.#rate = rate;
  }

  /**
   * Takes tokens of the source, by default one; returns false when the source has too few tokens.
   */
  take(source: string, cost = 1): boolean {
    const bucket = this.#buckets.get(source) ?? new TokenBucket(this.#clock, this.#rate);
    this.#buckets.delete(source);
    this.#buckets.set(source, bucket);
    if (this.#buckets.size > MAX_SOURCES) {
      this.#forgetOldest();
    }
    return bucket.take(cost);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) {
      this.#buckets.delete(oldest);
    }
  }
}
