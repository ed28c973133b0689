import fc from "fast-check";
import { expect, test } from "vitest";

import { compareInQueue, type Ordered } from "./compare-in-queue.ts";
import { listOfKind, placeInQueue } from "./place-in-queue.ts";

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

test("[QU4] a call stands at the place that it was given, and nobody else changes the order", () => {
  expect(idsOf(moveTo(five, "4", 1))).toBe("41235");
  expect(idsOf(moveTo(five, "4", 2))).toBe("14235");
  expect(idsOf(moveTo(five, "1", 3))).toBe("23145");
  expect(idsOf(moveTo(five, "2", 99))).toBe("13452");
  expect(idsOf(moveTo(moveTo(five, "5", 1), "4", 3))).toBe("51423");
});

test("[QU4] a place is one among calls of the same kind", () => {
  const calls = [aCall("1", { ready: true }), aCall("2", { pinned: true }), ...five.slice(2)];

  expect(idsOf(moveTo(calls, "5", 1))).toBe("12534");
  expect(listOfKind(calls, aCall("9")).map(({ id }) => id)).toEqual(["3", "4", "5"]);
});

test("[QU4] who arrives later stands behind who was placed", () => {
  const placed = moveTo(five, "5", 2);

  expect(idsOf([...placed, aCall("6")])).toBe("152346");
});

test("[QU4] any moves, one after the other, end with each call at its place", () => {
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
