import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { findOutOfSight, mustBeSeen, type UrgentRow } from "./out-of-sight.ts";

function urgent(ids: string): UrgentRow[] {
  return ids.split("").map((id) => ({ id, index: "abcdefgh".indexOf(id) }));
}

test("[QL33] urgent callers above and below the view are found", () => {
  const rows = urgent("abeh");
  const view = { top: 88, height: 132, rowHeight: 44 };

  expect(findOutOfSight(rows, view)).toEqual({ above: ["a", "b"], below: ["h"] });
  expect(findOutOfSight(rows, { ...view, top: 0, height: 400 })).toEqual({
    above: [],
    below: [],
  });
});

test("[QL33] a row counts as seen while more than half of it is in the view", () => {
  const rows = urgent("a");
  const view = { height: 100, rowHeight: 40 };

  expect(findOutOfSight(rows, { ...view, top: 19 }).above).toEqual([]);
  expect(findOutOfSight(rows, { ...view, top: 21 }).above).toEqual(["a"]);
});

test("[QL33] callers marked next, unattended callers and waiting callers of a priority line are urgent", () => {
  const phoneLine = { id: "1", name: "Hotline", numberDisplay: "1", priority: true };
  const call = aCall(1);
  const hotline = aCall(2, { phoneLine });
  const states = ["next", "unattended", "ringing", "held"] as const;

  expect(states.map((state) => mustBeSeen({ state, call }))).toEqual([true, true, false, false]);
  expect(mustBeSeen({ state: "ringing", call: hotline })).toBe(true);
  expect(mustBeSeen({ state: "on_air", call: hotline })).toBe(false);
});
