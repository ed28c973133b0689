import { type Call, type DeviceLine } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";

/** Whose word and colour the row carries; "mine" decides between my line and elsewhere. */
export function deriveDisplayState(call: Call, me: string | null): DisplayState {
  if (call.desk.status === "ended") {
    return "ended";
  }
  if (call.leaving !== null) {
    return "leaving";
  }
  if (call.claimedBy !== null && call.claimedBy.user !== me) {
    return "claimed";
  }
  if (call.offer !== null) {
    return "offered";
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
