import { expect, test } from "vitest";

import { type FirstPress, nextPress } from "./use-second-press.ts";

function press(...presses: [id: string, at: number][]): boolean[] {
  let first: FirstPress | null = null;
  return presses.map(([id, at]) => {
    const next = nextPress(first, { id, at });
    first = next.first;
    return next.counts;
  });
}

test("[CF29] a further press on the same caller counts after 1 s, and a double click is one press", () => {
  expect(press(["kim", 0], ["kim", 200], ["kim", 1_000])).toEqual([false, false, true]);
});

test("[CF29] a press on another caller, or after ten seconds, is a first press", () => {
  expect(press(["kim", 0], ["lee", 2_000], ["lee", 3_500])).toEqual([false, false, true]);
  expect(press(["kim", 0], ["kim", 10_000], ["kim", 11_000])).toEqual([false, false, true]);
});
