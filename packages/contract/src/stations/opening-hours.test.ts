import { expect, test } from "vitest";

import { isWithinHours, openingHours, type OpeningHours } from "./opening-hours.ts";

const sydney: OpeningHours = {
  timeZone: "Australia/Sydney",
  week: [
    { day: 1, from: "06:00", to: "10:00" },
    { day: 5, from: "22:00", to: "24:00" },
    { day: 6, from: "00:00", to: "02:00" },
  ],
  holidays: [{ day: "2026-01-26", name: "Australia Day" }],
};

test.each([
  ["2026-01-18T18:59:59Z", false, "a second before six on a Monday in Sydney"],
  ["2026-01-18T19:00:00Z", true, "at six, in summer time"],
  ["2026-01-18T22:59:59Z", true, "before ten"],
  ["2026-01-18T23:00:00Z", false, "at ten"],
  ["2026-07-12T19:30:00Z", false, "half past five in winter time"],
  ["2026-07-12T20:00:00Z", true, "at six in winter time"],
  ["2026-01-16T12:59:59Z", true, "at the end of a Friday"],
  ["2026-01-16T14:59:59Z", true, "in the night to Saturday"],
  ["2026-01-16T15:00:00Z", false, "at two"],
  ["2026-01-25T20:00:00Z", false, "on a holiday that is a Monday"],
])("[AD32] %s is within the hours: %s, %s", (at, expected) => {
  expect(isWithinHours(sydney, new Date(at))).toBe(expected);
});

test("[AD32] a station without hours always accepts calls", () => {
  expect(isWithinHours(null, new Date(0))).toBe(true);
});

test.each([
  { ...sydney, timeZone: "Australia/Nowhere" },
  { ...sydney, week: [] },
  { ...sydney, week: [{ day: 7, from: "06:00", to: "10:00" }] },
  { ...sydney, week: [{ day: 1, from: "10:00", to: "06:00" }] },
  { ...sydney, week: [{ day: 1, from: "6:00", to: "25:00" }] },
  { ...sydney, holidays: [{ day: "2026-02-30", name: "" }] },
])("[AD32] invalid hours are refused", (hours) => {
  expect(openingHours.safeParse(hours).success).toBe(false);
});
