import { expect, test } from "vitest";

import { initials } from "./initials.ts";

test.each([
  ["Alice Okafor", "AO"],
  ["Bob", "B"],
  ["  jo van der  Berg ", "JB"],
  ["", ""],
])("[CO5] %j stands as %j", (name, short) => {
  expect(initials(name)).toBe(short);
});
