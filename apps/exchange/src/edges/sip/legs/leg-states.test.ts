import { describe, expect, test } from "vitest";

import { readStateTable } from "../../../testing/read-state-table.ts";
import { type InboundEvent, type InboundState, nextInbound } from "./inbound-state.ts";
import { nextOutbound, type OutboundEvent, type OutboundState } from "./outbound-state.ts";

const end = { cause: "busy" } as const;

describe("an incoming call", () => {
  const states: Record<InboundState["status"], InboundState> = {
    arrived: { status: "arrived" },
    ringing: { status: "ringing" },
    answering: { status: "answering" },
    talking: { status: "talking" },
    ended: { status: "ended", end, by: "us" },
  };
  const events: Record<string, InboundEvent> = {
    ring: { type: "ring" },
    answer: { type: "answer" },
    negotiated: { type: "negotiated" },
    end: { type: "end", end: { cause: "hangup" }, by: "caller" },
  };
  // The rows are states and the columns events; "-" means that the state does not change.
  const table = `
              ring     answer     negotiated  end
    arrived   ringing  answering  -           ended
    ringing   -        answering  -           ended
    answering -        -          talking     ended
    talking   -        -          -           ended
    ended     -        -          -           -`;

  test.each(readStateTable(table))("in %s after %s becomes %s", (from, event, to) => {
    const before = states[from as InboundState["status"]];
    const after = nextInbound(before, events[event] as InboundEvent);

    if (to === "-") {
      expect(after).toBe(before);
    } else {
      expect(after.status).toBe(to);
    }
  });
});

describe("an outgoing call", () => {
  const states: Record<string, OutboundState> = {
    preparing: { status: "preparing" },
    calling: { status: "calling" },
    proceeding: { status: "proceeding" },
    ringing: { status: "ringing" },
    waiting: { status: "cancelling", end, isCancelSent: false },
    cancelled: { status: "cancelling", end, isCancelSent: true },
    connecting: { status: "connecting" },
    talking: { status: "talking" },
    ended: { status: "ended", end, by: "us" },
  };
  const hangup = { cause: "hangup" } as const;
  const events: Record<string, OutboundEvent> = {
    prepared: { type: "prepared" },
    tried: { type: "progress", isRinging: false },
    rang: { type: "progress", isRinging: true },
    accepted: { type: "accepted" },
    connected: { type: "connected" },
    weEnd: { type: "end", end: hangup, by: "us" },
    theyEnd: { type: "end", end: hangup, by: "callee" },
  };
  const table = `
               prepared  tried       rang       accepted    connected  weEnd      theyEnd
    preparing  calling   -           -          -           -          ended      ended
    calling    -         proceeding  ringing    connecting  -          waiting    ended
    proceeding -         proceeding  ringing    connecting  -          cancelled  ended
    ringing    -         -           -          connecting  -          cancelled  ended
    waiting    -         cancelled   cancelled  ended       -          -          ended
    cancelled  -         cancelled   cancelled  ended       -          -          ended
    connecting -         -           -          -           talking    ended      ended
    talking    -         -           -          -           -          ended      ended
    ended      -         -           -          -           -          -          -`;

  test.each(readStateTable(table))("in %s after %s becomes %s", (from, event, to) => {
    const before = states[from] as OutboundState;
    const after = nextOutbound(before, events[event] as OutboundEvent);

    if (to === "-") {
      expect(after).toBe(before);
    } else if (to === "waiting") {
      expect(after).toMatchObject({ isCancelSent: false, end: hangup });
    } else if (to === "cancelled") {
      expect(after).toMatchObject({ isCancelSent: true });
    } else {
      expect(after.status).toBe(to);
    }
  });

  test("keeps the first reason when it was canceled before it ended", () => {
    const after = nextOutbound(
      states["cancelled"] as OutboundState,
      events["theyEnd"] as OutboundEvent,
    );

    expect(after).toMatchObject({ status: "ended", end });
  });
});
