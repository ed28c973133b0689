import { expect, test } from "vitest";

import { readEntry } from "./read-entry.ts";

test("[SH65] the version of the console is the script that its page loads first", () => {
  const page = '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head>';

  expect(readEntry(page)).toBe("/assets/index-a1.js");
  expect(readEntry("<!doctype html><title>Linedesk</title>")).toBeNull();
});
