import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createRestTimer } from "./rest-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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

test("a page that stood still is waited for once more: what moved meanwhile is noted late", () => {
  const { timer, rests } = aTimer();
  const read = performance.now.bind(performance);
  let stoodMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => read() + stoodMs);

  timer.note();
  stoodMs = 200;
  vi.advanceTimersByTime(150);
  expect(rests).toEqual([]);
  timer.note();
  vi.advanceTimersByTime(100);
  expect(rests).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(rests).toEqual([500]);
});

test("a page that always comes late rests all the same, after twice the time", () => {
  const { timer, rests } = aTimer();
  const read = performance.now.bind(performance);
  const startMs = read();
  // Each timer of 150 ms is 100 ms late.
  vi.spyOn(performance, "now").mockImplementation(() => startMs + (read() - startMs) * (5 / 3));

  timer.note();
  vi.advanceTimersByTime(299);
  expect(rests).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rests).toHaveLength(1);
});
