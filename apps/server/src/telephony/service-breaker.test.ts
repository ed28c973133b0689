import { expect, test } from "vitest";

import { ServiceBreaker } from "./service-breaker.ts";

function aBreaker() {
  const clock = { nowMs: 0, elapsedMs: () => clock.nowMs };
  return { clock, breaker: new ServiceBreaker(clock) };
}

test("[CA67] after a request without an answer in time, commands are refused at once until a request is answered", async () => {
  const { clock, breaker } = aBreaker();
  const fail = (tookMs: number) =>
    breaker.watch(async () => {
      clock.nowMs += tookMs;
      throw new Error("timeout");
    });

  await expect(fail(5_000)).rejects.toThrow("timeout");
  expect(() => breaker.assertClosed()).toThrow("has not answered");
  clock.nowMs += 9_000;
  expect(() => breaker.assertClosed()).toThrow("has not answered");
  await breaker.watch(async () => "answer");
  expect(() => breaker.assertClosed()).not.toThrow();

  await expect(fail(5_000)).rejects.toThrow("timeout");
  clock.nowMs += 10_000;
  expect(() => breaker.assertClosed()).not.toThrow();
});

test("[CA67] commands are still sent after a refused connection, which costs no time", async () => {
  const { clock, breaker } = aBreaker();
  const refused = breaker.watch(async () => {
    clock.nowMs += 2;
    throw new Error("ECONNREFUSED");
  });

  await expect(refused).rejects.toThrow("ECONNREFUSED");
  expect(() => breaker.assertClosed()).not.toThrow();
});
