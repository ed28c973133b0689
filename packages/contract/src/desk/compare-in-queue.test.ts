import fc from "fast-check";
import { expect, test } from "vitest";

import {
  compareInQueue,
  listOfKind,
  type Ordered,
  placeInQueue,
  isSentToBack,
} from "./compare-in-queue.ts";

const plain: Ordered = {
  id: "b",
  next: false,
  ready: false,
  last: false,
  priority: false,
  pinned: false,
  position: null,
  arrivedAt: "2026-11-21T02:00:05.000Z",
};

const anyCall: fc.Arbitrary<Ordered> = fc.record({
  id: fc.uuid(),
  next: fc.boolean(),
  ready: fc.boolean(),
  last: fc.boolean(),
  priority: fc.boolean(),
  pinned: fc.boolean(),
  position: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  arrivedAt: fc.constantFrom("2026-11-21T02:00:00.000Z", "2026-11-21T02:00:01.000Z"),
});

test("[FL21] a caller who is sent to the back is behind a waiting caller, unless the call is marked next, ready or pinned", () => {
  const nobody = { next: false, ready: false, pinned: false };
  const back = { ...plain, last: true, priority: true };

  expect([back, plain].toSorted(compareInQueue)).toEqual([plain, back]);
  expect(isSentToBack(true, nobody)).toBe(true);
  expect(isSentToBack(false, nobody)).toBe(false);
  for (const mark of ["next", "ready", "pinned"] as const) {
    expect(isSentToBack(true, { ...nobody, [mark]: true })).toBe(false);
  }
});

test("[QU1] each criterion takes precedence over the later ones", () => {
  const later = { ...plain, id: "c", arrivedAt: "2026-11-21T02:00:09.000Z" };
  const ranked: Ordered[] = [
    { ...later, next: true },
    { ...later, ready: true },
    { ...later, priority: true },
    { ...later, pinned: true },
    { ...later, position: 2 },
    { ...plain, id: "a" },
    plain,
    later,
    { ...plain, last: true },
  ];

  expect(ranked.toReversed().toSorted(compareInQueue)).toEqual(ranked);
});

test("[QU1] the order is total: any arrangement of the same calls sorts to one list", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCall, { selector: (call) => call.id, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (calls, random) => {
        const shuffled = calls
          .map((call) => ({ call, key: random.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ call }) => call);

        expect(shuffled.toSorted(compareInQueue)).toEqual(calls.toSorted(compareInQueue));
      },
    ),
  );
});

function aCall(id: string, over: Partial<Ordered> = {}): Ordered {
  const marks = { next: false, ready: false, last: false, priority: false, pinned: false };
  return { id, ...marks, position: null, arrivedAt: `2026-11-21T02:00:0${id}.000Z`, ...over };
}

function moveTo(calls: Ordered[], id: string, position: number): Ordered[] {
  const moved = calls.find((call) => call.id === id) ?? aCall(id);
  const positions = placeInQueue(calls, moved, position);
  return calls.map((call) => ({ ...call, position: positions.get(call.id) ?? call.position }));
}

function idsOf(calls: Ordered[]): string {
  return calls
    .toSorted(compareInQueue)
    .map(({ id }) => id)
    .join("");
}

const five = ["1", "2", "3", "4", "5"].map((id) => aCall(id));

test("[QU4] a call stays at the place that it was given, and no other change moves it", () => {
  expect(idsOf(moveTo(five, "4", 1))).toBe("41235");
  expect(idsOf(moveTo(five, "4", 2))).toBe("14235");
  expect(idsOf(moveTo(five, "1", 3))).toBe("23145");
  expect(idsOf(moveTo(five, "2", 99))).toBe("13452");
  expect(idsOf(moveTo(moveTo(five, "5", 1), "4", 3))).toBe("51423");
});

test("[QU4] a place is a position among calls of the same kind", () => {
  const calls = [aCall("1", { ready: true }), aCall("2", { pinned: true }), ...five.slice(2)];

  expect(idsOf(moveTo(calls, "5", 1))).toBe("12534");
  expect(listOfKind(calls, aCall("9")).map(({ id }) => id)).toEqual(["3", "4", "5"]);
});

test("[QU4] a later caller is behind a placed caller", () => {
  const placed = moveTo(five, "5", 2);

  expect(idsOf([...placed, aCall("6")])).toBe("152346");
});

test("[QU4] after any moves each call is at its place", () => {
  const move = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      let calls = five;
      let wanted = five.map(({ id }) => id);
      for (const [which, position] of moves) {
        const id = String(which);
        calls = moveTo(calls, id, position);
        wanted = wanted.filter((one) => one !== id);
        wanted.splice(position - 1, 0, id);
      }

      expect(idsOf(calls)).toBe(wanted.join(""));
    }),
  );
});
