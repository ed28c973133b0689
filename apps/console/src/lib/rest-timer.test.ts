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

test("the rest timer runs once when the time has passed without a note, however many notes came before", () => {
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

test("the rest timer does not run when it is cancelled, and runs after a later note", () => {
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

test("the rest timer waits once more when the page was blocked, because notes arrive late", () => {
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

test("the rest timer runs after twice the time when every timer is late", () => {
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
