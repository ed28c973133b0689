import { expect, test } from "vitest";

import { findDropPlace, findGap, findNumberedPlace } from "./use-row-placing.ts";

const shown = ["a", "b", "c", "d"];

test("[QL22] a row dropped at a gap is placed between the rows above and below it", () => {
  expect(findDropPlace(shown, "d", 1)).toEqual({ above: ["a"], below: ["b", "c"] });
  expect(findDropPlace(shown, "a", 3)).toEqual({ above: ["b", "c"], below: ["d"] });
  expect(findDropPlace(shown, "b", 0)).toEqual({ above: [], below: ["a", "c", "d"] });
  expect(findDropPlace(shown, "b", 4)).toEqual({ above: ["a", "c", "d"], below: [] });
});

test("[QL22] a row moved to a place of the list gets that place", () => {
  expect(findNumberedPlace(shown, "d", 2)).toEqual({ above: ["a"], below: ["b", "c"] });
  expect(findNumberedPlace(shown, "a", 3)).toEqual({ above: ["b", "c"], below: ["d"] });
  expect(findNumberedPlace(shown, "a", 99)).toEqual({ above: ["b", "c", "d"], below: [] });
  expect(findNumberedPlace(shown, "c", 0)).toEqual({ above: [], below: ["a", "b", "d"] });
});

test("[QL22] a dragged row drops at the gap nearest to the pointer", () => {
  const rows = { rowHeight: 44, count: 4 };

  expect([-10, 10, 30, 60, 70, 170, 900].map((y) => findGap({ y, ...rows }))).toEqual([
    0, 0, 1, 1, 2, 4, 4,
  ]);
});
