import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { anchoredScroll, mountedRows, rowWindow, scrollIntoView } from "./row-window.ts";

describe("the mounted rows", () => {
  test("cover the visible part and a few more", () => {
    expect(rowWindow({ scrollTop: 0, viewHeight: 440, rowHeight: 44, count: 1000 })).toEqual({
      first: 0,
      last: 24,
    });
    expect(rowWindow({ scrollTop: 4400, viewHeight: 440, rowHeight: 44, count: 1000 })).toEqual({
      first: 96,
      last: 128,
    });
  });

  test.each([1, 4, 8])("have the same number at every position, in steps of %i", (step) => {
    const view = { viewHeight: 431, rowHeight: 44, count: 1000, step };
    const counts = Array.from({ length: 800 }, (_, at) => {
      const { first, last } = rowWindow({ ...view, scrollTop: 1_000 + at * 37 });
      return last - first;
    });

    expect(new Set(counts).size).toBe(1);
  });

  test("change at most once in eight rows of a scroll", () => {
    const view = { viewHeight: 440, rowHeight: 44, count: 1000 };
    const tops = Array.from({ length: 200 }, (_, step) => 4400 + step * 44);
    const firsts = new Set(tops.map((scrollTop) => rowWindow({ ...view, scrollTop }).first));

    expect(firsts.size).toBeLessThanOrEqual(26);
  });

  test("never leave the list, and always cover the visible part", () => {
    const size = fc.record({
      scrollTop: fc.integer({ min: -200, max: 100_000 }),
      viewHeight: fc.integer({ min: 0, max: 3000 }),
      rowHeight: fc.constantFrom(32, 44),
      count: fc.nat(2000),
    });
    fc.assert(
      fc.property(size, (input) => {
        const { first, last } = rowWindow(input);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(last).toBeLessThanOrEqual(input.count);
        const row = Math.floor((input.scrollTop + input.viewHeight / 2) / input.rowHeight);
        const inView = row >= 0 && row < input.count;
        expect(!inView || (row >= first && row < last)).toBe(true);
      }),
    );
  });

  test("include the focused row everywhere", () => {
    expect(mountedRows({ first: 5, last: 8 }, 2)).toEqual([2, 5, 6, 7]);
    expect(mountedRows({ first: 5, last: 8 }, 90)).toEqual([5, 6, 7, 90]);
    expect(mountedRows({ first: 5, last: 8 }, 6)).toEqual([5, 6, 7]);
    expect(mountedRows({ first: 0, last: 0 }, -1)).toEqual([]);
  });
});

describe("the scroll position", () => {
  test("[QL10] follows the first visible row", () => {
    const scroll = { scrollTop: 100, rowHeight: 44 };
    expect(anchoredScroll({ ...scroll, before: 2, after: 4 })).toBe(188);
    expect(anchoredScroll({ ...scroll, before: 4, after: 2 })).toBe(12);
    expect(anchoredScroll({ ...scroll, before: 4, after: -1 })).toBe(100);
  });

  test("stays at the top, where the next callers are", () => {
    expect(anchoredScroll({ scrollTop: 0, rowHeight: 44, before: 0, after: 3 })).toBe(0);
  });

  test("brings a row into view with the least movement", () => {
    const view = { scrollTop: 88, viewHeight: 132, rowHeight: 44 };
    expect(scrollIntoView({ ...view, index: 0 })).toBe(0);
    expect(scrollIntoView({ ...view, index: 3 })).toBe(88);
    expect(scrollIntoView({ ...view, index: 6 })).toBe(176);
  });
});
