import { expect, test } from "vitest";

import { aCall, ALICE, anAirState, BOB, STATION_ID } from "../../testing/a-call.ts";
import { dropRetained, retainAttendedCalls, retainedAt } from "./retained-calls.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";
const mine = aCall(1, { desk: anAirState(ALICE) });
/** The list is longer than the limit of retained calls. */
const ofBob = Array.from({ length: 25 }, (_, index) =>
  aCall(index + 2, { desk: anAirState(BOB), station: OTHER }),
);

test("[ST40] only attended calls are retained, and the person's own before those of others", () => {
  const first = retainAttendedCalls({}, { calls: [mine, aCall(90)], me: ALICE });
  expect(Object.keys(first)).toEqual([mine.id]);

  const then = retainAttendedCalls(first, { calls: ofBob, me: ALICE });

  expect(Object.keys(then)).toHaveLength(20);
  expect(then[mine.id]).toBe(mine);
  expect(then[ofBob[0]?.id ?? ""]).toBeUndefined();
  expect(then[ofBob[24]?.id ?? ""]).toBe(ofBob[24]);
});

test("[ST40] a call that is retained again replaces its earlier state and counts once", () => {
  const others = ofBob.slice(0, 19);
  const before = retainAttendedCalls({}, { calls: [mine, ...others], me: ALICE });
  const newer = { ...mine, description: "bus lanes" };

  const after = retainAttendedCalls(before, { calls: [newer, ...others], me: ALICE });

  expect(Object.keys(after)).toHaveLength(20);
  expect(after[mine.id]).toBe(newer);
});

test("[ST40] a claimed call is retained, and only one station's calls are dropped", () => {
  const claimed = aCall(50, { claimedBy: { user: ALICE, name: "Alice", line: "line1" } });
  const retained = retainAttendedCalls({}, { calls: [claimed, ...ofBob.slice(0, 2)], me: ALICE });

  expect(Object.keys(retainedAt(retained, STATION_ID))).toEqual([claimed.id]);
  expect(Object.keys(dropRetained(retained, OTHER))).toEqual([claimed.id]);
});
