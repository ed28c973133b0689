import { expect, test } from "vitest";

import { TickClock } from "./tick-clock.ts";

/** No leg uses another phase than the first. */
const first = [true, false, false, false];
const all = [true, true, true, true];

test("ten minutes of late timers lose none of the 30 000 ticks", () => {
  const clock = new TickClock(0);
  let nowMs = 0;
  let ticks = 0;
  while (nowMs < 600_000) {
    const plan = clock.plan(nowMs, first);
    if (plan.phase !== null) {
      ticks += 1;
    }
    // Every timer is late by up to 9 ms, and one in fifty by 90 ms.
    nowMs += plan.waitMs + ((nowMs * 7) % 9) + (ticks % 50 === 0 ? 90 : 0);
  }

  expect(clock.skipped).toBe(0);
  expect(Math.abs(ticks - 30_000)).toBeLessThanOrEqual(8);
});

test("ticks more than 500 ms late are skipped, and other late ticks follow 5 ms apart", () => {
  const clock = new TickClock(0);
  expect(clock.plan(19, first)).toEqual({ skipped: 0, phase: null, tick: 0, waitMs: 1 });
  expect(clock.plan(20, first)).toEqual({ skipped: 0, phase: 0, tick: 0, waitMs: 20 });
  expect(clock.plan(140, first)).toEqual({ skipped: 0, phase: 0, tick: 1, waitMs: 5 });
  expect(clock.plan(145, first)).toEqual({ skipped: 0, phase: 0, tick: 2, waitMs: 5 });
  expect(clock.plan(1000, first).skipped).toBe(46);
  expect(clock.skipped).toBe(46);
});

test("[MN11] a tick that begins a whole tick late is counted once, and a lost tick is not counted", () => {
  const clock = new TickClock(0);
  clock.plan(20, first);
  clock.plan(59, first);
  expect(clock.late).toBe(0);

  clock.plan(80, first);
  clock.plan(85, first);

  expect(clock.late).toBe(1);
  clock.plan(1000, first);
  expect([clock.late, clock.skipped > 0]).toEqual([1, true]);
});

test("[MN11] ticks without legs are neither lost nor late, and the next whole tick is in time", () => {
  const clock = new TickClock(0);
  clock.plan(20, first);

  clock.passUntil(733);

  expect(clock.plan(733, first)).toEqual({ skipped: 0, phase: null, tick: 36, waitMs: 7 });
  expect(clock.plan(740, first)).toEqual({ skipped: 0, phase: 0, tick: 36, waitMs: 20 });
  expect([clock.skipped, clock.late]).toEqual([0, 0]);
  clock.passUntil(741);
  clock.passUntil(741);
  expect(clock.nextTickMs(0)).toBe(760);
});

test("[XM17] each phase in use comes once a tick, at its own multiple of 5 ms", () => {
  const clock = new TickClock(1000);
  const isUsed = [true, false, true, true];
  const seen: { atMs: number; phase: number; tick: number }[] = [];
  let nowMs = 1000;
  while (nowMs < 1060) {
    const { phase, tick, waitMs } = clock.plan(nowMs, isUsed);
    if (phase !== null) {
      seen.push({ atMs: nowMs, phase, tick });
    }
    nowMs += waitMs;
  }

  expect(seen).toEqual([
    { atMs: 1020, phase: 0, tick: 0 },
    { atMs: 1030, phase: 2, tick: 0 },
    { atMs: 1035, phase: 3, tick: 0 },
    { atMs: 1040, phase: 0, tick: 1 },
    { atMs: 1050, phase: 2, tick: 1 },
    { atMs: 1055, phase: 3, tick: 1 },
  ]);
  expect([0, 1, 2, 3].map((phase) => clock.nextTickMs(phase))).toEqual([1060, 1065, 1070, 1075]);
});

test("[XM17] a leg of another phase loses as many ticks as all others", () => {
  const clock = new TickClock(0);
  clock.plan(20, all);
  clock.plan(25, all);

  const late = clock.plan(1000, all);

  expect(late).toMatchObject({ skipped: 48, phase: 2, tick: 48 });
  expect(clock.plan(1000, all)).toMatchObject({ skipped: 0, phase: 3, tick: 48 });
  expect(clock.plan(1000, all)).toMatchObject({ skipped: 0, phase: 0, tick: 49 });
});
