import { expect, test } from "vitest";

import { nextArrivals, nextSummary, startSummary, summarise } from "./queue-summary.ts";

function at(time: string) {
  return Date.parse(`2026-11-20T${time}Z`);
}
function call(id: string, time: string) {
  return { id, arrivedAt: `2026-11-20T${time}Z` };
}
const old = call("old", "09:56:00");

test("[AX3] one summary announces all new calls, at most every 5 s", () => {
  const start = startSummary([old], at("10:00:00"));
  const waiting = [old, call("a", "10:00:01"), call("b", "10:00:02")];

  expect(nextSummary(start, waiting, at("10:00:04")).summary).toBeNull();
  const announced = nextSummary(start, waiting, at("10:00:05"));

  expect(announced.summary).toEqual({ count: 2, minutes: 4 });
  expect(nextSummary(announced.state, waiting, at("10:01:00")).summary).toBeNull();
});

test("[AX3] a summary announces no call that already waited at the start or has ended", () => {
  const start = startSummary([old], at("10:00:00"));
  expect(nextSummary(start, [old], at("10:10:00")).summary).toBeNull();
  expect(nextSummary(start, [], at("10:10:00")).summary).toBeNull();
});

test("[QL18] the first announcement counts all waiting callers, with the longest wait in minutes", () => {
  expect(summarise([call("new", "09:59:50"), old], at("10:00:30"))).toEqual({
    count: 2,
    minutes: 4,
  });
  expect(summarise([], at("10:00:00"))).toEqual({ count: 0, minutes: 0 });
});

test("[ST30] each caller who has come since the last summary is named once", () => {
  const start = startSummary([old], at("10:00:00"));
  const fresh = { ...call("a", "10:00:01"), name: "Kim" };

  expect(nextArrivals(start, [old, fresh])).toEqual([fresh]);
  expect(nextArrivals(startSummary([old, fresh], at("10:00:02")), [old, fresh])).toEqual([]);
});
