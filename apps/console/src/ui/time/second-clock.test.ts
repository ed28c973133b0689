import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createSecondClock } from "./second-clock.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_250 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("the clock ticks just after each full second, and not between", () => {
  const clock = createSecondClock();
  const seen: number[] = [];
  clock.onTick(() => seen.push(clock.now()));

  vi.advanceTimersByTime(700);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(2100);

  expect(seen).toEqual([1_001_005, 1_002_005, 1_003_005]);
  expect(clock.now()).toBe(1_003_005);
});

test("the clock runs one timer for all listeners, and none without listeners", () => {
  const clock = createSecondClock();
  const stops = [clock.onTick(() => undefined), clock.onTick(() => undefined)];
  expect(vi.getTimerCount()).toBe(1);

  for (const stop of stops) {
    stop();
  }

  expect(vi.getTimerCount()).toBe(0);
});

test("the clock calls twelve of many listeners per frame, all with the same second", () => {
  const clock = createSecondClock();
  const seen: { at: number; now: number }[] = [];
  const stops = Array.from({ length: 30 }, () =>
    clock.onTick(() => seen.push({ at: Date.now(), now: clock.now() })),
  );

  vi.advanceTimersByTime(756);
  expect(seen).toHaveLength(12);
  stops.at(-1)?.();
  vi.advanceTimersByTime(100);

  expect([...new Set(seen.map(({ now }) => now))]).toEqual([1_001_005]);
  const times = [...new Set(seen.map(({ at }) => at))];
  expect(times.map((at) => seen.filter((one) => one.at === at).length)).toEqual([12, 12, 5]);
  vi.advanceTimersByTime(1_000);
  expect(seen).toHaveLength(29 + 29);
});
