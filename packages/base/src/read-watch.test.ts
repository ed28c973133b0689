import { expect, test } from "vitest";

import { ReadWatch } from "./read-watch.ts";
import { FakeClock } from "./testing/fake-clock.ts";

function scene() {
  const clock = new FakeClock();
  const pings: Buffer[] = [];
  const watch = new ReadWatch({
    clock,
    timeoutMs: 20_000,
    ping: (payload) => void pings.push(payload),
  });
  return { clock, pings, watch };
}

test("who answers each ping is asked anew and reads", async () => {
  const { clock, pings, watch } = scene();

  for (let minute = 0; minute < 5; minute += 1) {
    expect(watch.look()).toBe(true);
    watch.handlePong(pings.at(-1) ?? Buffer.of());
    await clock.advance(60_000);
  }

  expect(new Set(pings.map((payload) => payload.toString("hex"))).size).toBe(5);
});

test("who does not answer, or guesses, is not reading once the time is over", async () => {
  const { clock, pings, watch } = scene();
  watch.look();
  watch.handlePong(Buffer.alloc(8));
  watch.handlePong(Buffer.of());

  await clock.advance(19_999);
  const inTime = watch.look();
  await clock.advance(1);

  expect([inTime, watch.look()]).toEqual([true, false]);
  expect(pings).toHaveLength(1);
});
