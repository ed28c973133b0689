import { expect, test } from "vitest";

import { endOfTerm } from "./terms.ts";

test("[FL26] a term ends at midnight in Sydney, also across a change of the clocks", () => {
  const now = Date.parse("2026-10-02T23:30:00.000Z");

  expect(endOfTerm("always", now)).toBeNull();
  expect(endOfTerm("day", now)).toBe("2026-10-04T13:00:00.000Z");
  expect(endOfTerm("week", now)).toBe("2026-10-10T13:00:00.000Z");
});
