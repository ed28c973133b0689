import { expect, test } from "vitest";

import { createFastScroll } from "./fast-scroll.ts";

const rowHeight = 44;

/** Returns a function that moves a list by `px` in each of `frames`, and returns their results. */
function aList() {
  const isFast = createFastScroll(rowHeight);
  let atMs = 1_000;
  return (frames: number, px: number): boolean[] =>
    Array.from({ length: frames }, () => {
      atMs += 16;
      return isFast(px, atMs);
    });
}

test("[QL32] a list that moves by a row per frame scrolls fast after 200 ms, in either direction", () => {
  for (const px of [rowHeight, -rowHeight, 400]) {
    const fast = aList()(40, px);

    expect(fast.indexOf(true)).toBe(13);
    expect(fast.slice(13)).not.toContain(false);
  }
});

test("[QL32] less than a row per frame, and single jumps, are not a fast scroll", () => {
  expect(aList()(500, rowHeight - 1)).not.toContain(true);
  const isFast = createFastScroll(rowHeight);
  const jumps = Array.from({ length: 20 }, (_, jump) => isFast(5_000, jump * 150));
  expect(jumps).not.toContain(true);
});

test("[QL32] a fast scroll ends after six slower frames, and begins again after another 200 ms", () => {
  const moveBy = aList();
  moveBy(40, 60);

  const slow = moveBy(20, 20);
  const again = moveBy(40, 60);

  expect(slow.indexOf(false)).toBe(5);
  expect(slow.slice(5)).not.toContain(true);
  expect(again.indexOf(true)).toBe(13);
});

test("[QL32] late frames do not end a fast scroll", () => {
  const isFast = createFastScroll(rowHeight);
  const fast = Array.from({ length: 20 }, (_, frame) => isFast(60, frame * 90));

  expect(fast.slice(3)).not.toContain(false);
  expect(isFast(60, 20 * 90 + 700)).toBe(true);
});
