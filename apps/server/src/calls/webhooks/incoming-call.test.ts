import { expect, test } from "vitest";

import { findRefusal } from "./incoming-call.ts";

const at = new Date("2026-01-18T19:00:00Z");
const open = { open: true, openingHours: null, forwardTo: null, stationForwardTo: null };
const forwarded = { ...open, forwardTo: "+61270101999" };

test("[PL11] an open line takes the call into the queue", () => {
  expect(findRefusal(open, null, at)).toBeNull();
  expect(findRefusal(open, { blocked: false }, at)).toBeNull();
});

test("[PL7] closed comes before forwarding", () => {
  expect(findRefusal({ ...forwarded, open: false }, null, at)).toBe("line_closed");
  expect(findRefusal(forwarded, null, at)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused before closed and forwarding are looked at", () => {
  expect(findRefusal({ ...forwarded, open: false }, { blocked: true }, at)).toBe("blocked");
});

test("[ST50] outside of the station's hours an open line is closed, before it is forwarded", () => {
  const week = [{ day: 1, from: "06:00", to: "10:00" }];
  const openingHours = { timeZone: "Australia/Sydney", week, holidays: [] };

  expect(findRefusal({ ...open, openingHours }, null, at)).toBeNull();
  const before = new Date(at.getTime() - 1);
  expect(findRefusal({ ...forwarded, openingHours }, null, before)).toBe("line_closed");
});

test("[ST52] a line without a number of its own is forwarded to the station's", () => {
  expect(findRefusal({ ...open, stationForwardTo: "+61270101999" }, null, at)).toBe("forwarded");
});
