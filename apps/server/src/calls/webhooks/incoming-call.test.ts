import { expect, test } from "vitest";

import { findRefusal } from "./incoming-call.ts";

const at = new Date("2026-01-18T19:00:00Z");
const open = {
  open: true,
  openingHours: null,
  forwardTo: null,
  stationForwardTo: null,
  withheld: "accept",
} as const;
const forwarded = { ...open, forwardTo: "+61270101999" };
const known = { caller: { blocked: false }, isWithheld: false, at };
const withheld = { caller: null, isWithheld: true, at };

test("[PL11] an open line takes the call into the queue", () => {
  expect(findRefusal(open, { ...withheld, isWithheld: false })).toBeNull();
  expect(findRefusal(open, known)).toBeNull();
});

test("[PL7] closed comes before forwarding", () => {
  expect(findRefusal({ ...forwarded, open: false }, known)).toBe("line_closed");
  expect(findRefusal(forwarded, known)).toBe("forwarded");
});

test("[PL9] a blocked caller is refused before closed and forwarding are looked at", () => {
  const blocked = { ...known, caller: { blocked: true } };
  expect(findRefusal({ ...forwarded, open: false }, blocked)).toBe("blocked");
});

test("[ST50] outside of the station's hours an open line is closed, before it is forwarded", () => {
  const week = [{ day: 1, from: "06:00", to: "10:00" }];
  const openingHours = { timeZone: "Australia/Sydney", week, holidays: [] };

  expect(findRefusal({ ...open, openingHours }, known)).toBeNull();
  const before = { ...known, at: new Date(at.getTime() - 1) };
  expect(findRefusal({ ...forwarded, openingHours }, before)).toBe("line_closed");
});

test("[ST52] a line without a number of its own is forwarded to the station's", () => {
  expect(findRefusal({ ...open, stationForwardTo: "+61270101999" }, known)).toBe("forwarded");
});

test("[AD46] a withheld number that the line lets go is refused behind closed and before forwarding", () => {
  const line = { ...forwarded, withheld: "reject" } as const;
  expect(findRefusal(line, withheld)).toBe("blocked");
  expect(findRefusal({ ...line, open: false }, withheld)).toBe("line_closed");
  expect(findRefusal(line, known)).toBe("forwarded");
  expect(findRefusal({ ...line, withheld: "to_back" }, withheld)).toBe("forwarded");
  expect(findRefusal(open, withheld)).toBeNull();
});
