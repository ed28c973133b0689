import { expect, test } from "vitest";

import { TickClock } from "./tick-clock.ts";

test("[XM7] ten minutes of late timers give exactly 30 000 ticks", () => {
  const clock = new TickClock(0);
  let nowMs = 0;
  let ticks = 0;
  while (nowMs < 600_000) {
    const plan = clock.plan(nowMs);
    if (plan.isDue) {
      ticks += 1;
    }
    // Every timer is late by up to 9 ms, one in fifty by 90.
    nowMs += plan.waitMs + ((nowMs * 7) % 9) + (ticks % 50 === 0 ? 90 : 0);
  }

  expect(clock.skipped).toBe(0);
  expect(Math.abs(ticks - 30_000)).toBeLessThanOrEqual(8);
});

test("[XM7] what is more than 500 ms late is skipped, less is caught up with 5 ms between", () => {
  const clock = new TickClock(0);
  expect(clock.plan(19)).toEqual({ skipped: 0, isDue: false, waitMs: 1 });
  expect(clock.plan(20)).toEqual({ skipped: 0, isDue: true, waitMs: 20 });
  expect(clock.plan(140)).toEqual({ skipped: 0, isDue: true, waitMs: 5 });
  expect(clock.plan(145)).toEqual({ skipped: 0, isDue: true, waitMs: 5 });
  expect(clock.plan(1000).skipped).toBe(46);
  expect(clock.skipped).toBe(46);
});

test("[XM7] a thread that gets no time for 400 ms now and then still makes 50 ticks a second", () => {
  const clock = new TickClock(0);
  let nowMs = 0;
  let ticks = 0;
  let plans = 0;
  while (nowMs < 600_000) {
    const plan = clock.plan(nowMs);
    plans += 1;
    if (plan.isDue) {
      ticks += 1;
    }
    // Timers fire at whole milliseconds, and one in a hundred when the thread is let go again.
    nowMs += Math.max(1, Math.floor(plan.waitMs)) + (plans % 100 === 0 ? 400 : 0);
  }

  expect(clock.skipped).toBe(0);
  expect(Math.abs(ticks - 30_000)).toBeLessThanOrEqual(25);
  // Nor does it spin while it waits.
  expect(plans).toBeLessThan(2.2 * ticks);
});

test("[MN13] a tick that begins a whole tick late is counted once, one that is lost is not", () => {
  const clock = new TickClock(0);
  clock.plan(20);
  clock.plan(59);
  expect(clock.late).toBe(0);

  clock.plan(80);
  clock.plan(85);

  expect(clock.late).toBe(1);
  clock.plan(1000);
  expect([clock.late, clock.skipped > 0]).toEqual([1, true]);
});
