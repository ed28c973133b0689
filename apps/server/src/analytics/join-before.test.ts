import { expect, test } from "vitest";

import { type CountedRow, findRangeBefore, joinBefore } from "./join-before.ts";

test.each([
  ["net_inbound_calls", "2026-01-01", "2026-03-01", 60, "2025-11-02", "2025-12-31"],
  ["call_minutes_by_month", "2025-12-01", "2026-11-25", 360, "2024-12-01", "2025-11-25"],
  ["call_minutes_by_month", "2027-03-01", "2028-02-29", 366, "2026-03-01", "2027-02-28"],
  ["call_minutes_by_month", "2026-05-31", "2026-06-30", 31, "2026-03-31", "2026-04-30"],
  ["repeat_callers", "2026-08-26", "2026-11-24", 91, "2026-04-26", "2026-07-24"],
  ["repeat_callers", "2026-11-18", "2026-11-24", 7, "2026-11-11", "2026-11-17"],
] as const)("[AD56] %s from %s to %s (%s days) is compared with %s to %s", (...given) => {
  const [metric, from, to, days, fromBefore, toBefore] = given;

  expect(findRangeBefore(metric, { from, to }, days)).toEqual({ from: fromBefore, to: toBefore });
});

function row(of: string, calls: number): CountedRow {
  return { of, name: of, figures: { calls } };
}

test("[AD58] days are paired in order with the previous days, as far as there are any", () => {
  const now = [row("2026-11-24", 3), row("2026-11-25", 5)];
  const earlier = [row("2026-11-22", 2)];

  expect(joinBefore("net_inbound_calls", now, earlier)).toEqual([
    { ...now[0], before: { of: "2026-11-22", figures: { calls: 2 } } },
    { ...now[1], before: null },
  ]);
  expect(joinBefore("net_inbound_calls", now, null).map(({ before }) => before)).toEqual([
    null,
    null,
  ]);
});

test("[AD58] an hour is paired with the same hour of the previous days, and the second 2 am of a day with none", () => {
  const joined = joinBefore("calls_by_hour", [row("02", 1), row("02b", 4)], [row("02", 9)]);

  expect(joined.map(({ of, before }) => [of, before?.figures.calls])).toEqual([
    ["02", 9],
    ["02b", undefined],
  ]);
});

test("[AD58] a person who answered only in the previous days has a row of zeros", () => {
  const joined = joinBefore("calls_per_operator", [row("Bob", 7)], [row("Ada", 4), row("Bob", 6)]);

  expect(joined).toEqual([
    { ...row("Bob", 7), before: { of: "Bob", figures: { calls: 6 } } },
    {
      of: "Ada",
      name: "Ada",
      figures: { calls: 0, minutes: 0 },
      before: { of: "Ada", figures: { calls: 4 } },
    },
  ]);
});

test("[AD58] a prize that was won only in the previous days has a row of zeros", () => {
  const [mug] = joinBefore("winners", [], [{ ...row("Mug", 0), figures: { wins: 2, cents: 900 } }]);

  expect(mug).toMatchObject({ of: "Mug", figures: { wins: 0, cents: 0 } });
  expect(mug?.before?.figures).toEqual({ wins: 2, cents: 900 });
});
