import { describe, expect, test } from "vitest";

import { FakeClock } from "./testing/fake-clock.ts";
import { TokenBucket } from "./token-bucket.ts";
import { TokenBuckets } from "./token-buckets.ts";

const rate = { perSecond: 2, burst: 3 };

describe("a token bucket", () => {
  test("gives its burst at once, then its refill, and never more than the burst", async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, rate);

    const atOnce = [1, 2, 3, 4].map(() => bucket.take());
    await clock.advance(500);
    const later = [bucket.take(), bucket.take()];
    await clock.advance(60_000);
    const muchLater = [bucket.take(4), bucket.take(3), bucket.take()];

    expect(atOnce).toEqual([true, true, true, false]);
    expect(later).toEqual([true, false]);
    expect(muchLater).toEqual([false, true, false]);
  });

  test.each([-10_000, 10_000])("does not change when the machine's clock is set by %d ms", (ms) => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, rate);
    bucket.take(2);

    clock.setBy(ms);

    expect([bucket.take(), bucket.take()]).toEqual([true, false]);
  });

  test("exists for each source separately", () => {
    const buckets = new TokenBuckets(new FakeClock(), rate);

    const taken = ["a", "a", "a", "a", "b"].map((source) => buckets.take(source));

    expect(taken).toEqual([true, true, true, false, true]);
  });

  test("is removed for the least recently seen source when there are more than ten thousand sources", () => {
    const buckets = new TokenBuckets(new FakeClock(), rate);
    buckets.take("first", 3);
    buckets.take("second", 3);

    for (let source = 0; source < 9_998; source += 1) {
      buckets.take(`other ${source}`);
    }
    const before = buckets.take("first");
    buckets.take("one too many");

    expect(before).toBe(false);
    expect(buckets.take("second")).toBe(true);
    expect(buckets.take("first")).toBe(false);
  });
});
