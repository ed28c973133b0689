import { expect, test } from "vitest";

import { findUnstorablePath } from "./unstorable-path.ts";

test.each([
  ["a\0b", "."],
  ["\ud800", "."],
  [{ name: "a", place: { town: "a\0" } }, "place.town"],
  [{ list: ["a", "b\udc00"] }, "list.1"],
  [{ pair: { "a\0": 1 } }, "pair"],
])("[AP5] text that the database cannot store is found: %j", (value, path) => {
  expect(findUnstorablePath(value)).toBe(path);
});

test.each(["", "Zoë 字 🎙", { a: [1, null, true, "b"] }, null, undefined, 5])(
  "[AP5] text that can be stored is accepted: %j",
  (value) => {
    expect(findUnstorablePath(value)).toBeNull();
  },
);
