import { expect, test } from "vitest";

import { shownKeys } from "./shown-keys.ts";

test.each([
  ["K", null],
  ["Shift A", null],
  ["?", null],
  ["↑ or K", "↑"],
  ["Alt 1 or 1", "Alt 1"],
  ["F9 F9", "F9 F9"],
  ["Enter", "Enter"],
] as const)("[KY18] without single keys %s is shown as %s", (keys, shown) => {
  expect(shownKeys(keys, false)).toBe(shown);
  expect(shownKeys(keys, true)).toBe(keys);
});
