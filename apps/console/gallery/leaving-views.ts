import { noLeaves, noTakes } from "../src/client/actions/bind-takes.ts";
import type { QueueRowView } from "../src/features/queue/queue-filter.ts";
import type { UndoView } from "../src/features/undo/use-undoable.ts";
import { aCall, ago, bob, me } from "./a-call.ts";
import { aRow, held, person, ready } from "./a-row.ts";

function nothing() {
  return undefined;
}

const chris = person(211, "Chris Wu", "Sydney");
const pat = person(158, "Pat Jones", "Gosford");

/** Rows of leaving, offered and locked callers, and of a colleague's call. */
export const leavingRows: QueueRowView[] = [
  aRow(
    {
      ...aCall({ n: 81, waitS: 44, caller: pat }),
      leaving: { reason: "rejected", by: me, until: ago(-3) },
    },
    "leaving",
    { leaves: { ...noLeaves, bring_back: nothing } },
  ),
  aRow(
    {
      ...aCall({ n: 82, waitS: 90, desk: held(false), caller: chris }),
      leaving: { reason: "operator_hung_up", by: bob, until: ago(-2) },
    },
    "leaving",
  ),
  aRow(
    {
      ...aCall({ n: 83, waitS: 130, desk: held(false), caller: person(212, "Lee Brown", null) }),
      offer: { to: bob, from: me, until: ago(-9) },
    },
    "offered",
  ),
  aRow(
    aCall({
      n: 85,
      desk: { status: "screening", holder: bob, since: ago(20) },
      caller: person(214, "Mia Rossi", "Manly"),
    }),
    "elsewhere",
    { with: { name: "Bob", line: "line1" }, takes: { ...noTakes, takeFrom: nothing } },
  ),
  aRow(
    {
      ...aCall({ n: 84, waitS: 150, desk: ready, caller: person(213, "Ana Ruiz", "Ryde") }),
      marks: { next: false, locked: true, pinned: false, verified: true },
    },
    "verified",
  ),
];

export const leaving: UndoView[] = [
  { id: "1", reason: "ended", name: "Chris Wu", sinceMs: 0, windowMs: 4_000, undo: nothing },
  { id: "2", reason: "rejected", name: "Pat Jones", sinceMs: 1, windowMs: 5_000, undo: nothing },
];

/** A bulk rejection after the rejection of one caller. */
export const leavingMany: UndoView[] = [
  ...leaving.slice(1),
  {
    id: "bulk:1",
    reason: "bulk",
    rejection: 1,
    count: 12,
    sinceMs: 2,
    windowMs: 5_000,
    undo: nothing,
  },
];
