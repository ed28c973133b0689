import { expect, test } from "vitest";

import { addMonths, listMonthDays } from "./month-days.ts";

test("a month is shown in six weeks that begin on Monday", () => {
  const days = listMonthDays("2026-11");

  expect(days).toHaveLength(42);
  expect([days[0], days[6], days[41]]).toEqual(["2026-10-26", "2026-11-01", "2026-12-06"]);
});

test("a month later is the same day, or the last one of a shorter month", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-15", -1)).toBe("2026-02-15");
  expect(addMonths("2026-12-25", 1)).toBe("2027-01-25");
});
