import { describe, expect, test } from "vitest";

import { rfc2822 } from "./rfc2822.ts";
import { timeRange } from "./time-range.ts";

describe("times of the REST API", () => {
  test("[XR3] are RFC 2822 in +0000", () => {
    expect(rfc2822(new Date("2010-08-31T20:36:28.900Z"))).toBe("Tue, 31 Aug 2010 20:36:28 +0000");
    expect(rfc2822(null)).toBeNull();
  });

  test("[XR12] as a filter: a day is the whole day", () => {
    expect(timeRange("2026-11-21")).toEqual({
      after: new Date("2026-11-21T00:00:00.000Z"),
      before: new Date("2026-11-21T23:59:59.999Z"),
    });
  });

  test("[XR12] as a filter: from and to", () => {
    const range = timeRange(undefined, "2026-11-21T10:00:00Z", "2026-11-22");

    expect(range).toEqual({
      after: new Date("2026-11-21T10:00:00Z"),
      before: new Date("2026-11-22T00:00:00Z"),
    });
    expect(timeRange()).toEqual({});
  });

  test.each([
    "2026-11-21T10:00:00Z",
    "2026-11-21T10:00:00.000Z",
    "2026-11-21T10:00:00",
    "2026-11-21T20:00:00+10:00",
    "Sat, 21 Nov 2026 10:00:00 +0000",
    "21 Nov 2026 10:00:00 GMT",
  ])("[XR12] as a filter: %s is that second", (text) => {
    const after = new Date("2026-11-21T10:00:00.000Z");

    expect(timeRange(text)).toEqual({ after, before: new Date(after.getTime() + 999) });
  });

  test("[XR8] that are none are said to be none", () => {
    expect(timeRange("yesterday")).toBeNull();
    expect(timeRange(undefined, "2026-99-99")).toBeNull();
    for (const none of [
      "1",
      "2026",
      "2026-02-31",
      "2026-02-31T10:00:00Z",
      "Nov 22, 2026",
      "10:00",
      "Tue, 31 Feb 2026 10:00:00 +0000",
      "1 Foo 2026 10:00:00 GMT",
      "21 Nov 2026 25:00:00 +0000",
    ]) {
      expect([none, timeRange(none)]).toEqual([none, null]);
    }
  });
});
