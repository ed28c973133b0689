import { expect, test } from "vitest";

import { isTooEarly } from "./use-settled-clicks.ts";

test("the second press of a double click does not count for a control that has just appeared there", () => {
  expect(isTooEarly(-Infinity, 0)).toBe(false);
  expect(isTooEarly(1_000, 1_200)).toBe(true);
  expect(isTooEarly(1_000, 1_699)).toBe(true);
  expect(isTooEarly(1_000, 1_700)).toBe(false);
});
