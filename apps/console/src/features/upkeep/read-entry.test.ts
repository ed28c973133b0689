import { expect, test } from "vitest";

import { readEntry } from "./read-entry.ts";

test("[SH65] a version of the console is known by the script with which its page begins", () => {
  const page = '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head>';

  expect(readEntry(page)).toBe("/assets/index-a1.js");
  expect(readEntry("<!doctype html><title>Linedesk</title>")).toBeNull();
});
