import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createRestTimer } from "./rest-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aTimer() {
  const rests: number[] = [];
  const startMs = performance.now();
  const timer = createRestTimer(150, () => rests.push(performance.now() - startMs));
  return { timer, rests };
}

test("calls once when nothing was noted for the time, however often it was before", () => {
  const { timer, rests } = aTimer();

  for (let at = 0; at < 1_000; at += 16) {
    timer.note();
    vi.advanceTimersByTime(16);
  }
  vi.advanceTimersByTime(1_000);
  expect(rests).toEqual([992 + 150]);

  timer.note();
  vi.advanceTimersByTime(1_000);
  expect(rests).toEqual([992 + 150, 2_008 + 150]);
});

test("calls nobody once it is cancelled, and again when something is noted after that", () => {
  const { timer, rests } = aTimer();

  timer.note();
  vi.advanceTimersByTime(100);
  timer.cancel();
  vi.advanceTimersByTime(400);
  expect(rests).toEqual([]);

  timer.note();
  vi.advanceTimersByTime(150);
  expect(rests).toEqual([650]);
});
