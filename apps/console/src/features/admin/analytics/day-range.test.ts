import { expect, test } from "vitest";

import { addDays } from "@linedesk/contract";
import { findMonths, findRange, type RangeName } from "./day-range.ts";

test.each([
  ["today", "2026-03-01", "2026-03-01"],
  ["yesterday", "2026-02-28", "2026-02-28"],
  ["week", "2026-02-22", "2026-02-28"],
  ["month", "2026-02-01", "2026-02-28"],
  ["quarter", "2025-11-30", "2026-02-28"],
  ["year", "2025-03-01", "2026-02-28"],
] as const)("[AD56] on 1 March 2026 the range `%s` is from %s to %s", (name, from, to) => {
  expect(findRange(name satisfies RangeName, "2026-03-01")).toEqual({ from, to });
});

test.each(["2026-11-23", "2028-02-29", "2026-01-31", "2026-12-31"])(
  "[AD56] the range up to %s has twelve months, and at most the 366 days that a request may have",
  (to) => {
    const { from } = findMonths(to);

    expect(from.slice(8)).toBe("01");
    expect(addDays(from, 366) > to).toBe(true);
    const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
    expect(years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))).toBe(11);
  },
);
