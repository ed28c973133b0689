import { expect, test } from "vitest";

import { findReservedName } from "./add-station.ts";

test.each(["ADMIN", "CHAT", "HELP", "PHONE", "DE", "EN-AU"])(
  "the call sign %s is reserved for a page or a language",
  (callSign) => {
    expect(findReservedName(callSign)).toBe(callSign);
  },
);

test("a call sign that is only similar to a page is free", () => {
  expect(findReservedName("HELPS")).toBeNull();
  expect(findReservedName("2ZZ")).toBeNull();
});
