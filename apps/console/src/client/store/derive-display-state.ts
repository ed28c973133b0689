import type { Call, Holder } from "@linedesk/contract";
import type { DisplayState } from "../../lib/display-state.ts";
import { isJoining } from "../../lib/is-joining.ts";

export function deriveDisplayState(call: Call, me: string | null): DisplayState {
  if (call.desk.status === "ended") {
    return "ended";
  }
  if (call.leaving !== null) {
    return "leaving";
  }
  const isInterrupted = call.desk.status === "held" && call.desk.interrupted !== undefined;
  const isClaimed = call.claimedBy !== null && call.claimedBy.user !== me;
  if (isClaimed || isInterrupted || isJoining(call)) {
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

/**
 * Returns the colleague who has or takes the call; `null` if nobody does, or the person at this
 * desk does.
 */
export function findOtherHolder(call: Call, me: string | null): Holder | null {
  const holder = call.claimedBy ?? ("holder" in call.desk ? call.desk.holder : null);
  return holder === null || holder.user === me ? null : holder;
}
