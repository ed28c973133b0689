import { expect, test, vi } from "vitest";

import { createHealth } from "./health.ts";

test("[AP13] a part that says no, throws or hangs is down, the others stay up", async () => {
  vi.useFakeTimers();
  const health = createHealth({
    database: async () => true,
    telephony: () => Promise.reject(new Error("refused")),
    realtime: () => new Promise(() => undefined),
    disk: async () => true,
  });

  const report = health();
  await vi.advanceTimersByTimeAsync(2_000);

  expect(await report).toEqual({
    database: "up",
    telephony: "down",
    realtime: "down",
    disk: "up",
  });
  vi.useRealTimers();
});

test("many askers cost a part one question a second", async () => {
  let nowMs = 0;
  const database = vi.fn<() => Promise<boolean>>(async () => true);
  const checks = { database, telephony: database, realtime: database, disk: database };
  const health = createHealth(checks, () => nowMs);

  await Promise.all([health(), health(), health()]);
  nowMs = 999;
  await health();
  expect(database).toHaveBeenCalledTimes(4);

  nowMs = 1_000;
  await health();
  expect(database).toHaveBeenCalledTimes(8);
});
