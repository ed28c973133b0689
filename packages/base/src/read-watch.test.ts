import { expect, test } from "vitest";

import { ReadWatch } from "./read-watch.ts";
import { FakeClock, settled } from "./testing/fake-clock.ts";

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

test("a client that answers each ping is pinged again and counts as reading", async () => {
  const { clock, pings, watch } = scene();

  for (let minute = 0; minute < 5; minute += 1) {
    expect(watch.check()).toBe(true);
    watch.handlePong(pings.at(-1) ?? Buffer.of());
    await clock.advance(60_000);
  }

  expect(new Set(pings.map((payload) => payload.toString("hex"))).size).toBe(5);
});

test("a message counts as read when the pong to a later ping arrives, and not before", async () => {
  const { pings, watch } = scene();
  const read: string[] = [];
  watch.check();
  void watch.whenRead().then(() => read.push("first"));
  void watch.whenRead().then(() => read.push("second"));

  watch.handlePong(pings[0] ?? Buffer.of());
  await settled();
  const afterHeartbeat = [...read];
  watch.handlePong(pings[1] ?? Buffer.of());
  await settled();

  expect(afterHeartbeat).toEqual([]);
  expect(read).toEqual(["first"]);
});

test("a pong also answers every earlier ping", async () => {
  const { clock, pings, watch } = scene();
  const read: string[] = [];
  watch.check();
  void watch.whenRead().then(() => read.push("first"));
  void watch.whenRead().then(() => read.push("second"));

  watch.handlePong(pings[2] ?? Buffer.of());
  await clock.advance(20_000);

  expect(read).toEqual(["first", "second"]);
  expect(watch.check()).toBe(true);
});

test("a client that does not answer, or guesses the payload, counts as not reading after the timeout", async () => {
  const { clock, pings, watch } = scene();
  watch.check();
  watch.handlePong(Buffer.alloc(8));
  watch.handlePong(Buffer.of());

  await clock.advance(19_999);
  const inTime = watch.check();
  await clock.advance(1);

  expect([inTime, watch.check()]).toEqual([true, false]);
  expect(pings).toHaveLength(1);
});
