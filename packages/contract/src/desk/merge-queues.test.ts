import fc from "fast-check";
import { expect, test } from "vitest";

import type { Call } from "../calls/calls.ts";
import { mergeQueues } from "./merge-queues.ts";

interface Brief {
  id: string;
  at: string;
  next?: boolean;
  ready?: boolean;
}

/** The fields of a call that the order of several stations reads. */
function aCall({ id, at, next = false, ready = false }: Brief): Call {
  return {
    id,
    arrivedAt: at,
    marks: { next },
    desk: { status: ready ? "ready" : "waiting" },
  } as unknown as Call;
}

function idsOf(...queues: Call[][]): string[] {
  return mergeQueues(queues).map(({ id }) => id);
}

test("[QU60] each station keeps its own order, and between stations next, ready and the longest wait decide", () => {
  const zz = [
    aCall({ id: "zz next", at: "10:09", next: true }),
    aCall({ id: "zz ready", at: "10:08", ready: true }),
    // A place that a person set precedes a longer wait, because the station's own order applies.
    aCall({ id: "zz placed", at: "10:05" }),
    aCall({ id: "zz oldest", at: "10:01" }),
  ];
  const yy = [
    aCall({ id: "yy ready", at: "10:07", ready: true }),
    aCall({ id: "yy one", at: "10:03" }),
    aCall({ id: "yy two", at: "10:06" }),
  ];

  const expected = [
    "zz next",
    "yy ready",
    "zz ready",
    "yy one",
    "zz placed",
    "zz oldest",
    "yy two",
  ];
  expect(idsOf(zz, yy)).toEqual(expected);
  expect(idsOf(yy, zz)).toEqual(expected);
  expect(idsOf(zz)).toEqual(zz.map(({ id }) => id));
  expect(idsOf()).toEqual([]);
});

test("[QU60] no call is lost, duplicated or moved within its station", () => {
  const brief = fc.record({
    at: fc.integer({ min: 0, max: 99 }).map(String),
    next: fc.boolean(),
    ready: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(fc.array(brief, { maxLength: 6 }), { maxLength: 4 }), (lists) => {
      const queues = lists.map((list, station) =>
        list.map((one, index) => aCall({ id: `${station}.${index}`, ...one })),
      );

      const merged = mergeQueues(queues);

      expect(merged).toHaveLength(queues.flat().length);
      for (const queue of queues) {
        expect(merged.filter((call) => queue.includes(call))).toEqual(queue);
      }
    }),
  );
});
