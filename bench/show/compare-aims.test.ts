import { expect, test } from "vitest";

import type { BookedAct, BookedCall } from "./accounts.ts";
import { castCallers } from "./audience.ts";
import { compareAims } from "./compare-aims.ts";
import type { Aim } from "./hand.ts";
import { listLost } from "./report-show.ts";

const callers = castCallers(4);
const [one, two, three, four] = callers.map(({ number }) => number);

function anAim(person: string, does: Aim["does"], index: number): Aim {
  return { person, does, caller: callers[index] as Aim["caller"] };
}

function anAct(person: string, does: Aim["does"], number = ""): BookedAct {
  return { person, does, number, atMs: 0 };
}

test("an action on an unintended caller counts as wrong, or as overtaken if Next chose the caller", () => {
  const aims = [
    anAim("Bob", "taken", 0),
    anAim("Bob", "verified", 0),
    anAim("Carla", "taken", 1),
    anAim("Dan", "rejected", 3),
    anAim("Dan", "next", 3),
  ];
  const acts = [
    anAct("Bob", "taken", one),
    anAct("Bob", "taken", one),
    anAct("Bob", "verified", one),
    anAct("Carla", "taken", three),
    anAct("Dan", "rejected", two),
  ];

  expect(compareAims(aims, acts)).toEqual({
    aimed: 5,
    right: 2,
    overtaken: 1,
    wrong: [`Dan rejected ${two}`],
    nothing: 2,
  });
});

function booked(number = "", over: Partial<BookedCall> = {}): BookedCall {
  const call = { number, reason: "operator_hung_up", isOver: true, leavings: 1 } as const;
  return { ...call, isAnswered: true, toAirMs: null, ...over };
}

test("a caller is lost when the history has the call never or twice, when the caller left twice or never, or when nobody decided to end the call", () => {
  const ends = callers.map((caller) => ({ caller, how: "off" as const }));
  const right = [booked(one), booked(two), booked(three, { reason: "rejected" }), booked(four)];
  function lostOf(calls: BookedCall[]): string[] {
    return listLost({ callers, ends, calls, acts: [], lapse: 1 });
  }

  expect(lostOf(right)).toEqual([]);
  expect(lostOf(right.slice(1))).toHaveLength(1);
  expect(lostOf([...right, booked(one)])).toHaveLength(1);
  expect(lostOf([booked(one, { leavings: 2 }), ...right.slice(1)])).toHaveLength(1);
  expect(lostOf([booked(one, { isOver: false }), ...right.slice(1)])).toHaveLength(1);
  expect(lostOf([booked(one, { reason: "failed" }), ...right.slice(1)])).toEqual([
    "02 7010 0000 was off: failed",
  ]);
});
