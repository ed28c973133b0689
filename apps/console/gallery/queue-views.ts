import type { QueueRowView, QueueView } from "../src/features/queue/queue-filter.ts";
import type { QueueOrderView } from "../src/features/queue/queue-order.ts";
import { aCall, ago, bob, flag } from "./a-call.ts";
import { aRow, held, person, ready } from "./a-row.ts";

function nothing() {
  return undefined;
}

export function aQueue(rows: QueueRowView[], over: Partial<QueueView> = {}): QueueView {
  return {
    status: "ready",
    rows,
    stale: false,
    ...over,
  };
}

/** Returns an order, by default without hidden or selected calls. */
export function aQueueOrder(
  hidden: Partial<QueueOrderView["hidden"]> = {},
  picked: readonly string[] = [],
): QueueOrderView {
  const flags = [
    { id: "1", name: "Nuisance", isHidden: true },
    { id: "2", name: "Prize hunter", isHidden: true },
    { id: "3", name: "VIP", isHidden: false },
  ];
  return {
    move: nothing,
    openFlags: nothing,
    picks: { picked: new Set(picked), toggle: nothing, add: nothing, clear: nothing },
    confer: {
      bind: () => [{ id: "add_to_conference", line: "line1", run: nothing }],
      picked: picked.length === 0 ? null : { count: picked.length, run: nothing },
    },
    hidden: { count: 0, isShown: false, show: nothing, flags, toggle: nothing, ...hidden },
  };
}

/** The first call, which Take next accepts. */
export const firstCall = aCall({
  n: 21,
  next: true,
  waitS: 401,
  desk: ready,
  description: "bus lanes on Parramatta Road",
  caller: { ...person(156, "Sam Tran", "Penrith"), flags: [flag("vip")], earlierCalls: 7 },
});

export const sampleRows: QueueRowView[] = [
  aRow(firstCall, "next"),
  aRow(
    aCall({
      n: 22,
      waitS: 310,
      desk: ready,
      description: "council rates, wants reply to Kim",
      caller: person(157, "Jo Smith", "Manly"),
    }),
    "verified",
  ),
  aRow(
    aCall({
      n: 23,
      waitS: 288,
      desk: ready,
      description: "night market permits",
      caller: { ...person(110, "Priya Desai", "Harris Park"), earlierCalls: 0 },
    }),
    "verified",
  ),
  aRow(
    aCall({
      n: 24,
      waitS: 242,
      desk: held(false),
      caller: { name: "Lee Brown", number: null, numberDisplay: "Private", location: null },
    }),
    "held",
    { with: { name: "You", line: "line1" }, mine: true },
  ),
  aRow(
    aCall({
      n: 25,
      waitS: 31,
      caller: {
        ...person(158, "Pat Jones", "Gosford"),
        warning: { kind: "warning", reason: "hoax calls until 1 Dec" },
      },
    }),
    "ringing",
  ),
  aRow(
    aCall({
      n: 26,
      waitS: 80,
      description: "being screened",
      desk: { status: "screening", holder: bob, since: ago(20) },
      caller: {
        name: "Chris Wu",
        number: "+61255501234",
        numberDisplay: "02 5550 1234",
        location: "Sydney",
      },
    }),
    "elsewhere",
    { with: { name: "Bob", line: "line1" } },
  ),
  aRow(
    aCall({
      n: 27,
      waitS: 75,
      desk: held(true),
      description: "",
      caller: person(159, "Alex Kimura", "Newtown"),
    }),
    "unattended",
  ),
  aRow(
    aCall({
      n: 28,
      waitS: 12,
      caller: {
        id: null,
        name: null,
        number: "+61270104456",
        numberDisplay: "02 7010 4456",
        location: "Sydney",
        earlierCalls: 0,
      },
    }),
    "ringing",
  ),
  aRow(
    aCall({
      n: 29,
      waitS: 4,
      priority: true,
      caller: { ...person(313, "Dana Petrov", "Ryde"), flags: [flag("regular")] },
    }),
    "ringing",
  ),
];

/** Rows that show a pinned call, a flag with a reason, and a caller with many earlier calls. */
export const orderedRows: QueueRowView[] = sampleRows.map((row, index) => ({
  ...row,
  call: {
    ...row.call,
    marks: { ...row.call.marks, pinned: index === 1 },
    caller: {
      ...row.call.caller,
      earlierCalls: index === 2 ? 12 : row.call.caller.earlierCalls,
    },
  },
}));
