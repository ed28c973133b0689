import { expect, test } from "vitest";

import { nextOfPages } from "./next-of-pages.ts";

const hit = { items: ["one"] };
const empty = { items: [] };

test.each([
  [[hit], "waits"],
  [[empty, hit], "waits"],
  [[empty], "goes_on"],
  [[hit, empty], "goes_on"],
  [[hit, empty, empty, empty, empty], "goes_on"],
  [[empty, empty, empty, empty, empty], "asks"],
  [[hit, empty, empty, empty, empty, empty], "asks"],
  // The sixth page was loaded, so the person has agreed to continue after the fifth.
  [[empty, empty, empty, empty, empty, empty], "goes_on"],
])("[HI2] [CL4] after the pages %j the next step of the search is `%s`", (pages, next) => {
  expect(nextOfPages(pages)).toBe(next);
});
