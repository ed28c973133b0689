import { describe, expect, test } from "vitest";

import { readStateTable } from "../../../testing/read-state-table.ts";
import { nextLegState, type LegEvent, type LegState } from "./leg-state.ts";

const hangup = { cause: "hangup" } as const;
const states: Record<string, LegState> = {
  "inviting/calling": { status: "inviting", side: "calling" },
  "inviting/called": { status: "inviting", side: "called" },
  "ringing/calling": { status: "ringing", side: "calling" },
  "ringing/called": { status: "ringing", side: "called" },
  "answering/calling": { status: "answering", side: "calling" },
  "answering/called": { status: "answering", side: "called" },
  answered: { status: "answered" },
  lost: { status: "lost" },
  ended: { status: "ended", end: { cause: "busy" } },
};
const events: Record<string, LegEvent> = {
  rung: { type: "rung" },
  accepted: { type: "accepted" },
  negotiated: { type: "negotiated" },
  failed: { type: "negotiation.failed", message: "no fingerprint" },
  ended: { type: "ended", end: hangup },
  rejected: { type: "rejected" },
  "closed+keep": { type: "socket.closed", canReconnect: true },
  "closed-keep": { type: "socket.closed", canReconnect: false },
  back: { type: "socket.back" },
  expired: { type: "keep.expired" },
};

/** Formats the change of a state in the notation of the table. */
function spell(before: LegState, after: LegState): string {
  if (after === before) {
    return "unchanged";
  }
  if (after.status === "ended") {
    return `=${after.end.cause}`;
  }
  return "side" in after ? `${after.status}/${after.side}` : after.status;
}

/** `=cause` means that the leg ends with that cause. */
const table = `
                   rung             accepted           negotiated  failed     ended      rejected   closed+keep       closed-keep       back       expired
inviting/calling   ringing/calling  answering/calling  unchanged   unchanged  =hangup    unchanged  =signalling-lost  =signalling-lost  unchanged  unchanged
inviting/called    ringing/called   answering/called   unchanged   unchanged  =hangup    =declined  unchanged         unchanged         unchanged  =unreachable
ringing/calling    unchanged        answering/calling  unchanged   unchanged  =hangup    unchanged  =signalling-lost  =signalling-lost  unchanged  unchanged
ringing/called     unchanged        answering/called   unchanged   unchanged  =hangup    =declined  unchanged         unchanged         unchanged  =unreachable
answering/calling  unchanged        unchanged          answered    =failed    =hangup    unchanged  =signalling-lost  =signalling-lost  unchanged  unchanged
answering/called   unchanged        unchanged          answered    =failed    =hangup    unchanged  =signalling-lost  =signalling-lost  unchanged  unchanged
answered           unchanged        unchanged          unchanged   unchanged  =hangup    unchanged  lost              =signalling-lost  unchanged  unchanged
lost               unchanged        unchanged          unchanged   unchanged  =hangup    unchanged  unchanged         unchanged         answered   =signalling-lost
ended              unchanged        unchanged          unchanged   unchanged  unchanged  unchanged  unchanged         unchanged         unchanged  unchanged
`;

describe("the state table of a browser's leg", () => {
  const cells = readStateTable(table);

  test("has a row for every state and a column for every event", () => {
    expect([...new Set(cells.map(([from]) => from))]).toEqual(Object.keys(states));
    expect([...new Set(cells.map(([, event]) => event))]).toEqual(Object.keys(events));
  });

  test.each(cells)("[XS13] in state %s the event %s gives %s", (from, event, cell) => {
    const before = states[from] as LegState;

    const after = nextLegState(before, events[event] as LegEvent);

    expect(spell(before, after)).toBe(cell);
  });
});
