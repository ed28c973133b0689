import { describe, expect, test } from "vitest";

import { createTimeFormats, formatDuration, secondsSince, formatTimer } from "./time-formats.ts";

const formats = createTimeFormats("en-AU");

describe("times", () => {
  test("[SH5] shows Sydney time whatever the machine's time zone is", () => {
    expect(formats.clock(Date.parse("2026-11-20T23:42:07Z"))).toBe("10:42:07");
    expect(formats.minute(Date.parse("2026-06-20T23:42:07Z"))).toBe("09:42");
  });

  test("[SH5] jumps from 01:59:59 to 03:00:00 when daylight saving begins", () => {
    expect(formats.clock(Date.parse("2026-10-03T15:59:59Z"))).toBe("01:59:59");
    expect(formats.clock(Date.parse("2026-10-03T16:00:00Z"))).toBe("03:00:00");
  });

  test("[SH5] shows 02:30 twice when daylight saving ends", () => {
    expect(formats.minute(Date.parse("2027-04-03T15:30:00Z"))).toBe("02:30");
    expect(formats.minute(Date.parse("2027-04-03T16:30:00Z"))).toBe("02:30");
  });

  test("midnight is 00 and not 24", () => {
    expect(formats.clock(Date.parse("2026-11-20T13:00:00Z"))).toBe("00:00:00");
  });

  test("a day of another year carries its year, by Sydney's calendar", () => {
    const now = Date.parse("2026-12-31T14:00:00Z");
    expect(formats.day(Date.parse("2026-12-31T13:30:00Z"), now)).toBe("01 Jan");
    expect(formats.day(Date.parse("2026-11-12T00:00:00Z"), now)).toBe("12 Nov 2026");
  });
});

describe("lengths", () => {
  test.each([
    [0, "00:00"],
    [401, "06:41"],
    [3599, "59:59"],
    [3600, "1:00:00"],
    [36_061, "10:01:01"],
    [-5, "00:00"],
  ])("%i seconds read %s", (seconds, read) => {
    expect(formatTimer(seconds)).toBe(read);
  });

  test("a past call's length has no leading zero", () => {
    expect(formatDuration(200)).toBe("3:20");
    expect(formatDuration(9)).toBe("0:09");
    expect(formatDuration(612)).toBe("10:12");
  });

  test("never counts below zero, and takes a bad time for now", () => {
    const now = Date.parse("2026-11-20T10:00:00Z");
    expect(secondsSince("2026-11-20T09:59:30.500Z", now)).toBe(29);
    expect(secondsSince("2026-11-20T10:00:05Z", now)).toBe(0);
    expect(secondsSince("not a time", now)).toBe(0);
  });
});
