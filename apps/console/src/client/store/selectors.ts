import { createSelector } from "@reduxjs/toolkit";

import { type Call, compareInQueue, type DeviceLine, toOrdered } from "@linedesk/contract";
import type { LineCallStatus } from "../../features/lines/line-view.ts";
import type { DisplayState } from "../../lib/display-state.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import type { RootState } from "./store.ts";

/** Live calls of the open station in the one order for everybody. */
export const selectOrderedCalls = createSelector(
  [(state: RootState) => state.calls.byId],
  (byId): Call[] =>
    Object.values(byId).toSorted((a, b) => compareInQueue(toOrdered(a), toOrdered(b))),
);

export function selectLeg(state: RootState, line: DeviceLine): LineLeg | null {
  return line === "line1" ? state.desk.ongoing_call1 : state.desk.ongoing_call2;
}

export function selectActiveLine(state: RootState): DeviceLine {
  return state.desk.selected_device === 1 ? "line1" : "line2";
}

/** A call by id: living, just ended, or carried over from a station that was open before. */
export function selectCall({ calls }: RootState, id: string): Call | null {
  return (
    calls.byId[id] ?? calls.ended.findLast((call) => call.id === id) ?? calls.retained[id] ?? null
  );
}

export function selectMe(state: RootState): string | null {
  return state.desk.session.status === "authenticated" ? state.desk.session.user.id : null;
}

/** Who waits: not yet taken, or verified and not taken. */
export function isWaiting(call: Call): boolean {
  return (
    (call.desk.status === "waiting" || call.desk.status === "ready") && call.claimedBy === null
  );
}

/** Whose word and colour the row carries; "mine" decides between my line and elsewhere. */
export function deriveDisplayState(call: Call, me: string | null): DisplayState {
  if (call.desk.status === "ended") {
    return "ended";
  }
  if (call.claimedBy !== null && call.claimedBy.user !== me) {
    return "claimed";
  }
  if (call.desk.status === "held") {
    return call.desk.unattended ? "unattended" : "held";
  }
  if (call.desk.status === "on_air") {
    return "on_air";
  }
  if (call.desk.status === "screening") {
    return call.desk.holder.user === me ? "on_line" : "elsewhere";
  }
  if (call.marks.next) {
    return "next";
  }
  return call.desk.status === "ready" ? "verified" : "ringing";
}

function lineNumber(line: DeviceLine): string {
  return line === "line1" ? "line 1" : "line 2";
}

/** "Bob, line 1": who has the call or is taking it; null when nobody, or when it is I. */
export function describeHolder(call: Call, me: string | null): string | null {
  const holder = call.claimedBy ?? ("holder" in call.desk ? call.desk.holder : null);
  if (holder === null || holder.user === me) {
    return null;
  }
  return `${holder.name}, ${lineNumber(holder.line)}`;
}

export function isHeldByUser(call: Call, me: string | null): boolean {
  return "holder" in call.desk && call.desk.holder?.user === me;
}

/** What the call on a line is doing: the server's word, unless the softphone's path is down. */
export function deriveLineCallStatus(call: Call, leg: LineLeg): LineCallStatus {
  const since = leg.since;
  if (call.desk.status === "ended") {
    return { status: "ended", reason: call.desk.reason };
  }
  if (leg.status === "reconnecting") {
    return { status: "reconnecting", since };
  }
  if (call.desk.status === "held") {
    return { status: "held", since: call.desk.since };
  }
  if (call.desk.status === "on_air") {
    return { status: "on_air", since: call.desk.since };
  }
  if (call.desk.status === "screening" && leg.status === "connected") {
    return { status: "talking", since: call.desk.since };
  }
  return { status: "connecting", since };
}

/** A call that I have on this line, but not in this tab: here the line carries nothing. */
export function selectCallInOtherTab(state: RootState, line: DeviceLine): Call | null {
  if (selectLeg(state, line) !== null) {
    return null;
  }
  const me = selectMe(state);
  function talks({ desk }: Call): boolean {
    return (
      (desk.status === "screening" || desk.status === "on_air") &&
      desk.holder.user === me &&
      desk.holder.line === line
    );
  }
  return Object.values(state.calls.byId).find(talks) ?? null;
}
