import { expect, test } from "vitest";

import { findDayEnd, findDayStart } from "./find-day-start.ts";

test.each([
  ["2026-07-01", "2026-06-30T14:00:00.000Z"],
  ["2026-01-15", "2026-01-14T13:00:00.000Z"],
  // The clocks go forward at 2 in the morning, and back at 3.
  ["2026-10-04", "2026-10-03T14:00:00.000Z"],
  ["2026-10-05", "2026-10-04T13:00:00.000Z"],
  ["2026-04-05", "2026-04-04T13:00:00.000Z"],
  ["2026-04-06", "2026-04-05T14:00:00.000Z"],
])("[SH5] %s begins in Sydney at %s", (day, start) => {
  expect(findDayStart(day)).toBe(start);
});

test("[SH5] a day without 2 am has 23 hours", () => {
  const hours =
    (Date.parse(findDayEnd("2026-10-04")) - Date.parse(findDayStart("2026-10-04"))) / 3.6e6;

  expect(hours).toBe(23);
});
