import fc from "fast-check";
import { expect, test } from "vitest";

import { compareInQueue, type Ordered, standsLast } from "./compare-in-queue.ts";

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

test("[FL21] who is sent to the back stands behind a waiting caller, unless marked next, ready or pinned", () => {
  const nobody = { next: false, ready: false, pinned: false };
  const back = { ...plain, last: true, priority: true };

  expect([back, plain].toSorted(compareInQueue)).toEqual([plain, back]);
  expect(standsLast(true, nobody)).toBe(true);
  expect(standsLast(false, nobody)).toBe(false);
  for (const mark of ["next", "ready", "pinned"] as const) {
    expect(standsLast(true, { ...nobody, [mark]: true })).toBe(false);
  }
});

test("[QU1] each criterion decides before the ones behind it", () => {
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
