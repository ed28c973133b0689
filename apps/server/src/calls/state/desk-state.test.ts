import { readFileSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { nextCallState, type CallEvent, type CallState } from "./call-state.ts";
import { arrivedState, type DeskEvent, type DeskLeg, type DeskState } from "./desk-state.ts";
import { nextDeskState } from "./next-desk-state.ts";

interface Cell {
  row: string;
  column: string;
  cell: string;
}

function cellsOf(heading: string): Cell[] {
  const page = readFileSync(new URL("../../../../../docs/spec/calls.md", import.meta.url), "utf8");
  const cells: Cell[] = [];
  let columns: string[] | null = null;
  for (const line of page.split("\n").map((text) => text.trim())) {
    const parts = line.startsWith("|")
      ? line
          .slice(1, -1)
          .split("|")
          .map((part) => part.trim())
      : [];
    const [row, ...rest] = parts;
    if (row === undefined) {
      columns = null;
    } else if (row === heading) {
      columns = rest;
    } else if (columns !== null && !row.startsWith("---")) {
      for (const [index, column] of columns.entries()) {
        cells.push({ row, column, cell: rest[index] ?? "" });
      }
    }
  }
  return cells;
}

const at = "2026-11-21T02:00:00.000Z";
const alice = {
  user: "019f0000-0000-7000-8000-000000000001",
  name: "Alice",
  line: "line1",
} as const;
const bob = { user: "019f0000-0000-7000-8000-000000000002", name: "Bob", line: "line2" } as const;
const leg: DeskLeg = { sid: "CA1", holder: alice, feedsAir: false };
const otherLeg: DeskLeg = { sid: "CA2", holder: bob, feedsAir: false };
const claim = { id: "c1", holder: alice };
const leaving = { reason: "rejected", by: bob, until: at, wasBridged: false } as const;
const marks = { verified: false, leaving: null, claim: null, goneLegs: [] };

const deskStates: Record<string, DeskState> = {
  waiting: { ...arrivedState, claim, leg: null },
  screening: { ...marks, status: "screening", since: at, leg },
  ready: { ...marks, status: "ready", since: at, claim, leg: null, verified: true },
  held: {
    ...marks,
    claim,
    status: "held",
    since: at,
    holder: alice,
    leg,
    unattended: false,
    silentLeg: null,
    offer: { to: bob, from: alice, until: at, wasBridged: false },
  },
  "held (unattended)": {
    ...marks,
    claim,
    status: "held",
    since: at,
    holder: alice,
    leg,
    unattended: true,
    silentLeg: leg.sid,
    offer: null,
  },
  on_air: { ...marks, status: "on_air", since: at, leg: { ...leg, feedsAir: true } },
  ended: { status: "ended", reason: "caller_hung_up", at, verified: false },
};

/** Returns the event of a column for a state of this row. */
function deskEvent(type: string, row: string, air: boolean): DeskEvent {
  const newLeg = { ...otherLeg, feedsAir: air };
  const events: Record<string, DeskEvent> = {
    "operator.claimed": { type: "operator.claimed", claim: { id: "c2", holder: bob } },
    "claim.lapsed": { type: "claim.lapsed", claim: claim.id },
    "operator.joined": { type: "operator.joined", leg: newLeg },
    "caller.joined": { type: "caller.joined", leg: newLeg, at },
    "operator.left": { type: "operator.left", leg: leg.sid, released: false, at },
    "operator.gone": { type: "operator.gone", user: alice.user, at },
    "operator.cut_off": { type: "operator.cut_off", leg: leg.sid, until: at, at },
    "interruption.over": { type: "interruption.over", unattended: true },
    "caller.left": { type: "caller.left", reason: "caller_hung_up", at },
    "caller.held": { type: "caller.held", at },
    "caller.resumed": { type: "caller.resumed", leg: newLeg, at },
    "operator.silent": { type: "operator.silent", leg: leg.sid, at },
    "operator.returned": { type: "operator.returned", leg: leg.sid, at },
    moved_to_air: { type: "moved_to_air", at },
    moved_off_air: { type: "moved_off_air", at },
    verified: { type: "verified", at },
    unverified: { type: "unverified" },
    readied: { type: "readied", at },
    offered: { type: "offered", to: alice, until: at, at },
    swapped: { type: "swapped", leg: newLeg },
    "offer.lapsed": { type: "offer.lapsed" },
    taken_over: { type: "taken_over", claim: { id: "c3", holder: bob }, at },
    hung_up: { type: "hung_up", by: alice, until: row === "on_air" ? null : at, at },
    rejected: { type: "rejected", by: bob, until: at },
    undone: { type: "undone" },
    "undo.lapsed": { type: "undo.lapsed" },
    dialled: { type: "dialled", leg: newLeg, at },
    unanswered: { type: "unanswered" },
  };
  const event = events[type];
  if (event === undefined) {
    throw new Error(`calls.md names an unknown event ${type}`);
  }
  return event;
}

function deskStateFor(row: string, column: string, air = false): DeskState {
  const state = deskStates[row];
  if (state === undefined) {
    throw new Error(`calls.md names an unknown state ${row}`);
  }
  if (state.status === "ended") {
    return state;
  }
  if (column === "operator.returned" && state.status === "held") {
    return { ...state, leg: { ...leg, feedsAir: air } };
  }
  if (column === "operator.gone" && row === "held" && state.status === "held") {
    return { ...state, leg: null };
  }
  if (column === "interruption.over" && row === "held" && state.status === "held") {
    return { ...state, leg: null, interruption: { until: at, wasOnAir: false } };
  }
  if (column === "unverified") {
    return { ...state, verified: true };
  }
  if (column === "undo.lapsed") {
    return { ...state, leaving };
  }
  if (column === "undone" && state.status !== "screening" && state.status !== "on_air") {
    return { ...state, leaving };
  }
  if (column === "claim.lapsed") {
    return { ...state, claim };
  }
  const isQueued = state.status === "waiting" || state.status === "ready";
  if (column === "caller.resumed" && isQueued) {
    return { ...state, leg: { ...leg, feedsAir: air } };
  }
  return state;
}

function rowOf(state: DeskState): string {
  return state.status === "held" && state.unattended ? "held (unattended)" : state.status;
}

const allRows = Object.keys(deskStates);
const deskCells = cellsOf("desk state");

describe("the desk state", () => {
  test("[CA4] has exactly the rows of the tables", () => {
    expect([...new Set(deskCells.map((cell) => cell.row))].toSorted()).toEqual(allRows.toSorted());
    expect(deskCells.length).toBe(7 * 28);
  });

  for (const { row, column, cell } of deskCells) {
    test(`[CA6] [CA7] [CA8] [CA9] [CA40] [CA52] ${row} x ${column} -> ${cell}`, () => {
      for (const air of [false, true]) {
        const before = deskStateFor(row, column, air);
        // Each cell applies to a line that feeds the air and to one that does not.
        const after = nextDeskState(before, deskEvent(column, row, air));

        const connected = air ? "on_air" : "screening";
        const expected = cell === "-" ? rowOf(before) : cell === "talking" ? connected : cell;
        expect({ row: rowOf(after), same: after === before }).toEqual({
          row: expected,
          same: cell === "-",
        });
      }
    });
  }
});

test("[CA10] [CA12] the desk state is the same object after a repeated event", () => {
  for (const { row, column } of deskCells) {
    const event = deskEvent(column, row, false);
    const once = nextDeskState(deskStateFor(row, column), event);
    // Undo and expiry start from a state with an action to undo. Once more, they find none.
    expect(nextDeskState(once, event)).toBe(once);
  }
});

test("[CA7] the desk state does not change if a leg other than the silent one returns", () => {
  const silent = deskStates["held (unattended)"];
  if (silent === undefined) {
    throw new Error("fixture");
  }
  expect(nextDeskState(silent, { type: "operator.returned", leg: "CA9", at })).toBe(silent);
  expect(nextDeskState(silent, { type: "operator.returned", leg: leg.sid, at }).status).toBe(
    "screening",
  );
});

test("[DS29] a held call is unattended after a silent leg leaves, and the leg's return changes nothing", () => {
  const silent = deskStateFor("held (unattended)", "operator.left");
  const gone = nextDeskState(silent, { type: "operator.left", leg: leg.sid, released: true, at });
  expect(gone).toMatchObject({ unattended: true, leg: null, silentLeg: null, goneLegs: [leg.sid] });
  expect(nextDeskState(gone, { type: "operator.returned", leg: leg.sid, at })).toBe(gone);
});

test("[CA15] a leaving call ends with its leaving reason, whoever hangs up", () => {
  const rejected = nextDeskState(arrivedState, { type: "rejected", by: bob, until: at });
  const ended = nextDeskState(rejected, { type: "caller.left", reason: "caller_hung_up", at });
  expect(ended).toMatchObject({ status: "ended", reason: "rejected" });

  const screening = deskStates["screening"];
  if (screening === undefined) {
    throw new Error("fixture");
  }
  const hungUp = nextDeskState(screening, { type: "hung_up", by: alice, until: null, at });
  expect(hungUp.status).toBe("screening");
  expect(nextDeskState(hungUp, { type: "caller.left", reason: "failed", at })).toMatchObject({
    reason: "operator_hung_up",
  });
});

test("[CA7] the end of a hold does not change a waiting or ready call without an operator's leg", () => {
  const resumed: DeskEvent = { type: "caller.resumed", leg, at };
  for (const row of ["waiting", "ready"]) {
    const state = deskStateFor(row, "operator.left");
    expect(nextDeskState(state, resumed)).toBe(state);
  }
});

test("[DS20] a call has the other leg after a swap, and a separate event moves the call to air", () => {
  const onLine1 = deskStateFor("screening", "swapped");
  const swapped = nextDeskState(onLine1, {
    type: "swapped",
    leg: { ...otherLeg, feedsAir: true },
  });
  expect(swapped).toMatchObject({ status: "screening", leg: { sid: "CA2", feedsAir: false } });
  expect(nextDeskState(swapped, { type: "moved_to_air", at })).toMatchObject({
    status: "on_air",
    leg: { sid: "CA2", feedsAir: true },
  });
  const left: DeskEvent = { type: "operator.left", leg: "CA1", released: false, at };
  expect(nextDeskState(swapped, left)).toBe(swapped);
});

test("[DS22] undo restores a leaving caller, unless the hang-up is final", () => {
  const screening = deskStateFor("screening", "undo.lapsed");
  const saved = nextDeskState(screening, { type: "undone" });
  expect(saved).toMatchObject({ status: "screening", leaving: null });

  const final = nextDeskState(screening, { type: "undo.lapsed" });
  expect(final).toMatchObject({ leaving: { until: null } });
  expect(nextDeskState(final, { type: "undone" })).toBe(final);
});

test("an outbound call has its claim as its leg until the leg is in the room", () => {
  const pending: DeskState = {
    ...marks,
    status: "screening",
    since: at,
    claim,
    leg: { ...leg, sid: claim.id },
  };

  const ringing = nextDeskState(pending, { type: "dialled", leg, at });

  expect(ringing).toEqual({ ...pending, claim: null, leg });
  expect(nextDeskState(ringing, { type: "dialled", leg: otherLeg, at })).toBe(ringing);
});

test("[CA40] after an unanswered call back a call is ready as before, and the leg of this try cannot be used again", () => {
  const ready = deskStates["ready"];
  if (ready === undefined) {
    throw new Error("fixture");
  }
  const ringing = nextDeskState(ready, { type: "dialled", leg: { ...leg, feedsAir: true }, at });
  expect(ringing).toMatchObject({ status: "screening", claim: null });

  const back = nextDeskState(ringing, { type: "unanswered" });

  expect(back).toMatchObject({ status: "ready", leg: null, goneLegs: [leg.sid] });
  expect(nextDeskState(back, { type: "dialled", leg, at })).toBe(back);
});

test("[DS10] a call is held, and not unattended, when its operator has released the leg that leaves", () => {
  const screening = deskStates["screening"];
  if (screening === undefined) {
    throw new Error("fixture");
  }
  const left = nextDeskState(screening, { type: "operator.left", leg: "CA1", released: true, at });
  expect(left).toMatchObject({ status: "held", unattended: false, leg: null, holder: alice });

  const heldFirst = nextDeskState(screening, { type: "caller.held", at });
  expect(
    nextDeskState(heldFirst, { type: "operator.left", leg: "CA1", released: true, at }),
  ).toMatchObject({ status: "held", unattended: false, leg: null });
});

test("[CA12] the desk state is the same after joins and leaves in any order, repeated or not", () => {
  const story: DeskEvent[] = [
    { type: "operator.joined", leg },
    { type: "caller.joined", leg, at },
    { type: "operator.left", leg: leg.sid, released: false, at },
  ];
  const end: DeskEvent = { type: "caller.left", reason: "caller_hung_up", at };
  const claimed = nextDeskState(arrivedState, { type: "operator.claimed", claim });
  // The caller joins only after the operator's join is known, so the operator's event comes first.
  function causal(events: DeskEvent[]): boolean {
    return (
      events.findIndex((event) => event.type === "operator.joined") <
      events.findIndex((event) => event.type === "caller.joined")
    );
  }
  const anyOrder = fc
    .shuffledSubarray([...story, ...story], { minLength: 6, maxLength: 6 })
    .filter(causal);

  fc.assert(
    fc.property(anyOrder, (events) => {
      const state = events.reduce(nextDeskState, claimed);
      expect(state).toMatchObject({ status: "held", unattended: true, holder: alice });
      expect([end, ...events].reduce(nextDeskState, claimed)).toMatchObject({ status: "ended" });
    }),
  );
});

test("[CA4] [CA10] any events lead to one of the states, and ended is terminal", () => {
  const columns = [...new Set(deskCells.map((cell) => cell.column))];
  const event = fc
    .tuple(fc.constantFrom(...columns), fc.constantFrom(...allRows), fc.boolean())
    .map(([column, row, air]) => deskEvent(column, row, air));

  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state: DeskState = arrivedState;
      for (const one of events) {
        const after = nextDeskState(state, one);
        expect(state.status !== "ended" || after === state).toBe(true);
        expect(allRows).toContain(rowOf(after));
        state = after;
      }
    }),
  );
});

describe("the call state", () => {
  const states: Record<string, CallState> = {
    ringing: { status: "ringing" },
    in_progress: { status: "in_progress" },
    ended: { status: "ended", reason: "completed" },
  };
  for (const { row, column, cell } of cellsOf("call state")) {
    test(`[CA1] [CA2] ${row} x ${column} -> ${cell}`, () => {
      const before = states[row];
      if (before === undefined) {
        throw new Error(row);
      }
      const after = nextCallState(before, { type: column } as CallEvent);
      const expected = cell === "-" ? before.status : cell;
      expect({ status: after.status, same: after === before }).toEqual({
        status: expected,
        same: cell === "-",
      });
    });
  }

  test("[CA1] ends with the event's own word as the reason", () => {
    for (const reason of [
      "completed",
      "busy",
      "no_answer",
      "failed",
      "canceled",
      "lost",
    ] as const) {
      expect(nextCallState({ status: "in_progress" }, { type: `call.${reason}` })).toEqual({
        status: "ended",
        reason,
      });
    }
  });
});
