import { describe, expect, test } from "vitest";

import { formatDecimals } from "../use-decimals.ts";
import { createTimeFormats, formatDuration, secondsSince, formatTimer } from "./time-formats.ts";

const formats = createTimeFormats("en-AU");

describe("times", () => {
  test("[SH5] are shown in Sydney time whatever the machine's time zone is", () => {
    expect(formats.clock(Date.parse("2026-11-20T23:42:07Z"))).toBe("10:42:07");
    expect(formats.minute(Date.parse("2026-06-20T23:42:07Z"))).toBe("09:42");
  });

  test("[SH5] jump from 01:59:59 to 03:00:00 when daylight saving begins", () => {
    expect(formats.clock(Date.parse("2026-10-03T15:59:59Z"))).toBe("01:59:59");
    expect(formats.clock(Date.parse("2026-10-03T16:00:00Z"))).toBe("03:00:00");
  });

  test("[SH5] show 02:30 twice when daylight saving ends", () => {
    expect(formats.minute(Date.parse("2027-04-03T15:30:00Z"))).toBe("02:30");
    expect(formats.minute(Date.parse("2027-04-03T16:30:00Z"))).toBe("02:30");
  });

  test("show midnight as 00 and not as 24", () => {
    expect(formats.clock(Date.parse("2026-11-20T13:00:00Z"))).toBe("00:00:00");
  });

  test("show the year of a day in another year, by Sydney's calendar", () => {
    const now = Date.parse("2026-12-31T14:00:00Z");
    expect(formats.day(Date.parse("2026-12-31T13:30:00Z"), now)).toBe("01 Jan");
    expect(formats.day(Date.parse("2026-11-12T00:00:00Z"), now)).toBe("12 Nov 2026");
  });
});

describe("the changes of the clocks in Sydney", () => {
  const begins = Date.parse("2026-10-03T16:00:00Z");
  const ends = Date.parse("2027-04-03T16:00:00Z");
  const SECOND_MS = 1000;

  test.each(["en-AU", "de"])(
    "[LG7] show in %s 01:59:59 then 03:00:00 in October, and 02:59:59 then 02:00:00 in April",
    (locale) => {
      const { clock, minute } = createTimeFormats(locale);

      expect([clock(begins - SECOND_MS), clock(begins)]).toEqual(["01:59:59", "03:00:00"]);
      expect([clock(ends - SECOND_MS), clock(ends)]).toEqual(["02:59:59", "02:00:00"]);
      expect([minute(begins), minute(ends)]).toEqual(["03:00", "02:00"]);
    },
  );

  test.each([
    // A day of 23 hours, and one of 25 hours.
    ["2026-10-03T14:00:00Z", "2026-10-04T13:00:00Z", "04 Oct"],
    ["2027-04-03T13:00:00Z", "2027-04-04T14:00:00Z", "04 Apr"],
  ])("[LG7] make the day from %s to %s one whole day of Sydney", (from, to, day) => {
    const [first, next] = [Date.parse(from), Date.parse(to)];

    const days = [first - 1, first, next - 1, next].map((at) => formats.day(at, at));

    expect([days[1], days[2]]).toEqual([day, day]);
    expect(days[0]).not.toBe(day);
    expect(days[3]).not.toBe(day);
  });

  test("[LG7] do not change how long a caller has waited", () => {
    for (const change of [begins, ends]) {
      const since = new Date(change - 30 * SECOND_MS).toISOString();

      expect(formatTimer(secondsSince(since, change + 31 * SECOND_MS))).toBe("01:01");
    }
  });
});

test("[LG6] German writes days, times and decimals in its own way", () => {
  const german = createTimeFormats("de");
  const at = Date.parse("2026-11-20T23:42:07Z");

  expect(german.full(at)).toBe("21. November 2026 um 10:42");
  expect(german.day(at, at)).toBe("21. Nov.");
  expect(formats.full(at)).toBe("21 November 2026 at 10:42");
  expect([formatDecimals("de", 4.25, 1), formatDecimals("en-AU", 4.25, 1)]).toEqual(["4,3", "4.3"]);
});

describe("lengths", () => {
  test.each([
    [0, "00:00"],
    [401, "06:41"],
    [3599, "59:59"],
    [3600, "1:00:00"],
    [36_061, "10:01:01"],
    [-5, "00:00"],
  ])("of %i seconds are shown as %s", (seconds, read) => {
    expect(formatTimer(seconds)).toBe(read);
  });

  test("have no leading zero for a past call", () => {
    expect(formatDuration(200)).toBe("3:20");
    expect(formatDuration(9)).toBe("0:09");
    expect(formatDuration(612)).toBe("10:12");
  });

  test("are never below zero, and an invalid time counts as now", () => {
    const now = Date.parse("2026-11-20T10:00:00Z");
    expect(secondsSince("2026-11-20T09:59:30.500Z", now)).toBe(29);
    expect(secondsSince("2026-11-20T10:00:05Z", now)).toBe(0);
    expect(secondsSince("not a time", now)).toBe(0);
  });
});
