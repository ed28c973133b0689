import { expect, test } from "vitest";

import { SnapshotPace } from "./snapshot-pace.ts";

function aPace(random = 0) {
  const time = { nowMs: 0 };
  return { time, pace: new SnapshotPace({ now: () => time.nowMs, random: () => random }) };
}

test("[RT19] the first snapshot does not wait, the second waits 1 s, and each later one twice as long, at most 10 s", () => {
  const { time, pace } = aPace();
  const waits: number[] = [];

  for (let index = 0; index < 7; index += 1) {
    const waitMs = pace.waitMs();
    waits.push(waitMs);
    time.nowMs += waitMs;
    pace.noteTaken();
  }

  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test("[RT19] consoles that missed the same event spread their requests over half a second", () => {
  const waits = [0, 0.5, 0.999].map((random) => {
    const { time, pace } = aPace(random);
    pace.noteTaken();
    time.nowMs = 2_000;
    return pace.waitMs();
  });

  expect(waits).toEqual([0, 250, 499.5]);
});

test("[RT19] a minute without a snapshot resets the back-off", () => {
  const { time, pace } = aPace();
  for (let index = 0; index < 5; index += 1) {
    pace.noteTaken();
  }

  time.nowMs = 60_000;
  const afterCalm = pace.waitMs();
  pace.noteTaken();

  expect(afterCalm).toBe(0);
  expect(pace.waitMs()).toBe(1_000);
});
