import { expect, test } from "vitest";

import { addDays, findStationDay } from "../platform/station-day.ts";
import { defaultWinRules, findHold, mayWin } from "./may-win.ts";

function won(wonOn: string, valueCents = 5_000, prize = "Fuel card") {
  return { prize, wonOn, valueCents };
}

test("[PZ4] with a waiting time of 30 days, a winner of day 0 may not win on day 30 and may win on day 31", () => {
  const hold = findHold([won("2026-11-03")], defaultWinRules);

  expect(hold).toEqual({ prize: "Fuel card", wonOn: "2026-11-03", mayWinOn: "2026-12-04" });
  expect(mayWin(hold, addDays("2026-11-03", 30))).toBe(false);
  expect(mayWin(hold, addDays("2026-11-03", 31))).toBe(true);
  expect(findHold([won("2026-06-16")], defaultWinRules)?.mayWinOn).toBe("2026-07-17");
});

test("[PZ4] days run from midnight to midnight in Sydney, whatever their length", () => {
  // Clocks go forward on 4 October 2026 at 2:00, and back on 4 April 2027 at 3:00.
  const days: [string, string][] = [
    ["2026-10-03T13:59:59Z", "2026-10-03"],
    ["2026-10-03T14:00:00Z", "2026-10-04"],
    ["2026-10-04T12:59:59Z", "2026-10-04"],
    ["2026-10-04T13:00:00Z", "2026-10-05"],
    ["2027-04-03T12:59:59Z", "2027-04-03"],
    ["2027-04-03T13:00:00Z", "2027-04-04"],
    ["2027-04-04T13:59:59Z", "2027-04-04"],
    ["2027-04-04T14:00:00Z", "2027-04-05"],
  ];
  for (const [at, day] of days) {
    expect(findStationDay(new Date(at))).toBe(day);
  }

  // Days count by the calendar: the winner may win again on day 31, even across both clock changes.
  for (const [wonAt, lastOut, firstIn] of [
    ["2026-09-20T02:00:00Z", "2026-10-20T12:59:59Z", "2026-10-20T13:00:00Z"],
    ["2027-03-20T02:00:00Z", "2027-04-19T13:59:59Z", "2027-04-19T14:00:00Z"],
  ] as const) {
    const hold = findHold([won(findStationDay(new Date(wonAt)))], defaultWinRules);
    expect(mayWin(hold, findStationDay(new Date(lastOut)))).toBe(false);
    expect(mayWin(hold, findStationDay(new Date(firstIn)))).toBe(true);
  }
});

test("[PZ11] the value of a win sets its waiting time, and the longest applies", () => {
  const rules = {
    household: true,
    tiers: [
      { fromCents: 10_000, days: 180 },
      { fromCents: 0, days: 30 },
      { fromCents: 100_000, days: 0 },
    ],
  };

  expect(findHold([won("2026-11-01", 9_999)], rules)?.mayWinOn).toBe("2026-12-02");
  expect(findHold([won("2026-11-01", 10_000)], rules)?.mayWinOn).toBe("2027-05-01");
  expect(findHold([won("2026-11-01", 100_000)], rules)).toBeNull();
  const wins = [won("2026-11-20", 0, "Mug"), won("2026-10-01", 20_000, "Trip")];
  expect(findHold(wins, rules)).toMatchObject({ prize: "Trip", mayWinOn: "2027-03-31" });
  expect(findHold(wins.toReversed(), rules)).toMatchObject({ prize: "Trip" });
  const above = { household: true, tiers: [{ fromCents: 5_000, days: 30 }] };
  expect(findHold([won("2026-11-01", 4_999)], above)).toBeNull();
  expect(findHold([], rules)).toBeNull();
  expect(mayWin(null, "2026-11-01")).toBe(true);
});
