import { type Call, type DeviceLine } from "@linedesk/contract";
import { isLost, type LineLeg } from "../../client/softphone/line-leg.ts";
import { selectAttendedCalls, selectLeg, selectMe } from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";
import type { LineCallStatus } from "./line-view.ts";

/**
 * Returns the server's state of the call. Until the call has ended, an interrupted connection of
 * the softphone has priority.
 */
export function deriveLineCallStatus(call: Call, leg: LineLeg): LineCallStatus {
  const { since } = leg;
  const { desk } = call;
  if (call.desk.status === "ended") {
    return { status: "ended", reason: call.desk.reason };
  }
  // A call on hold stays on its line without a leg after a restart of the exchange.
  const isInterrupted = desk.status === "held" && desk.interrupted !== undefined;
  const isHeldWithoutLeg = isLost(leg) && desk.status === "held" && !isInterrupted;
  if (isInterrupted || (leg.status === "reconnecting" && !isHeldWithoutLeg)) {
    return { status: "reconnecting", since };
  }
  if (call.offer !== null) {
    const { to, until } = call.offer;
    return { status: "offered", since, until, to: to.name };
  }
  if (call.desk.status === "held") {
    return { status: "held", since: call.desk.since };
  }
  if (call.desk.status === "on_air") {
    return { status: "on_air", since: call.desk.since };
  }
  if (call.dial !== null && call.callState === "ringing") {
    return {
      status: "dialling",
      since: call.desk.status === "screening" ? call.desk.since : since,
    };
  }
  if (call.desk.status === "screening" && leg.status === "connected") {
    return { status: "talking", since: call.desk.since };
  }
  return { status: "connecting", since };
}

/**
 * Returns this person's call on the line that another tab carries; `null` if this tab has a leg
 * there, or ends the call that it had there.
 */
export function selectCallInOtherTab(state: RootState, line: DeviceLine): Call | null {
  if (selectLeg(state, line) !== null) {
    return null;
  }
  const me = selectMe(state);
  function isOnLine({ id, desk }: Call): boolean {
    return (
      state.desk.pending[id] !== "hang_up" &&
      (desk.status === "screening" || desk.status === "on_air") &&
      desk.holder.user === me &&
      desk.holder.line === line
    );
  }
  return selectAttendedCalls(state).find(isOnLine) ?? null;
}
