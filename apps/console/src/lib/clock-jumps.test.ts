import { expect, test } from "vitest";

import { watchClockJumps } from "./clock-jumps.ts";

test("[CN2] a clock jump of more than 5 s in either direction is detected, and a smaller one is not", () => {
  const jumps: number[] = [];
  const time = { now: 0, check: (): void => undefined };
  const watch = watchClockJumps({
    schedule: (run) => {
      time.check = run;
      return () => (time.check = () => undefined);
    },
    now: () => time.now,
    onJump: (ms) => jumps.push(ms),
  });
  function pass(ms: number): void {
    time.now += ms;
    time.check();
  }

  pass(1_000);
  pass(6_000);
  expect(jumps).toEqual([]);
  pass(6_001);
  pass(-30_000);
  pass(1_000);
  expect(jumps).toEqual([6_001, -30_000]);

  time.now += 40_000;
  watch.check();
  expect(jumps.pop()).toBe(40_000);

  watch.stop();
  pass(60_000);
  expect(jumps).toHaveLength(2);
});
