import { expect, test } from "vitest";

import type { OpeningHours } from "@linedesk/contract";
import { areHolidays, readHours, readSpans, writeHours } from "./hours-text.ts";

const hours: OpeningHours = {
  timeZone: "Australia/Perth",
  week: [
    { day: 1, from: "06:00", to: "10:00" },
    { day: 1, from: "14:00", to: "18:30" },
    { day: 0, from: "00:00", to: "24:00" },
  ],
  holidays: [{ day: "2026-12-25", name: "Christmas Day" }],
};

test("[AD32] opening hours are written as text, and the parsed text has the same hours", () => {
  const text = writeHours(hours);
  expect(text).toEqual({
    timeZone: "Australia/Perth",
    days: ["06:00-10:00, 14:00-18:30", "", "", "", "", "", "00:00-24:00"],
    holidays: [{ day: "2026-12-25", name: "Christmas Day" }],
  });
  expect(readHours(text)).toEqual(hours);
  expect(readHours(writeHours(null))).toBeNull();
});

test("[AD32] a station that has only holidays is open all day on every other day", () => {
  const holidays = [{ day: "2026-12-25", name: " Christmas Day" }];
  const read = readHours({ ...writeHours(null), holidays });
  expect(read?.holidays).toEqual([{ day: "2026-12-25", name: "Christmas Day" }]);
  expect(read?.week).toHaveLength(7);
  expect(read?.week[0]).toEqual({ day: 1, from: "00:00", to: "24:00" });
});

test("[AD32] an invalid span or day is refused; spaces and a holiday without a name are not", () => {
  expect(readSpans(" 06:00 - 10:00 ,")).toEqual([{ from: "06:00", to: "10:00" }]);
  for (const wrong of ["6-10", "10:00-06:00", "10:00-25:00", "soon"]) {
    expect(readSpans(wrong)).toBeNull();
  }
  expect(areHolidays([{ day: "2026-12-25", name: "" }])).toBe(true);
  expect(areHolidays([{ day: "25 December", name: "" }])).toBe(false);
});
