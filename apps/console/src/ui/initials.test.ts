import { expect, test } from "vitest";

import { initials } from "./initials.ts";

test.each([
  ["Alice Okafor", "AO"],
  ["Bob", "B"],
  ["  jo van der  Berg ", "JB"],
  ["", ""],
])("[CO5] the initials of %j are %j", (name, short) => {
  expect(initials(name)).toBe(short);
});
