import type { EndReason } from "@linedesk/contract";
import type { CallChange } from "./change-call.ts";
import type { NetworkEnd } from "./state/call-state.ts";
import { isBridged, isQueued, type DeskLeg } from "./state/desk-state.ts";
import type { CallRecord } from "./store/call-record.ts";

export function isDialling({ desk, dial, callState, callBack }: CallRecord): boolean {
  // The call state of a called-back caller still belongs to the earlier leg, so `callBack` decides.
  const isRinging = callBack !== null || callState.status === "ringing";
  return dial !== null && desk.status === "screening" && isRinging;
}

export function isToBeDialled(call: CallRecord): boolean {
  const { desk, callBack } = call;
  if (callBack !== null) {
    return isQueued(desk);
  }
  return isDialling(call) && desk.status === "screening" && desk.leg.sid === desk.claim?.id;
}

export function startDialling(
  call: CallRecord,
  { leg, at, maxDialS }: { leg: DeskLeg; at: Date; maxDialS: number },
): CallChange {
  return {
    desk: [{ type: "dialled", leg, at: at.toISOString() }],
    fields: {
      dial: {
        by: leg.holder.user,
        at,
        limitS: call.dial?.limitS ?? maxDialS,
        extension: call.dial?.extension ?? "",
      },
      // For a call back, this removes the earlier leg, which may still play the goodbye.
      callSid: null,
    },
    action: "call.dialled",
  };
}

export function giveUpDialling(call: CallRecord, at: Date): CallChange {
  const action = "call.dial_canceled";
  const { callBack, desk } = call;
  if (callBack !== null) {
    return { desk: [{ type: "unanswered" }], fields: { callSid: null }, action };
  }
  if (!isBridged(desk)) {
    return {};
  }
  const { user, name } = desk.leg.holder;
  const by = { user, name };
  return { desk: [{ type: "hung_up", by, until: null, at: at.toISOString() }], action };
}

/**
 * Returns the change that leaves a caller in the queue who did not answer the call back, or who has
 * just hung up to wait for it. Returns `null` for any other call.
 */
export function returnToQueue(call: CallRecord, end: NetworkEnd): CallChange | null {
  const { callBack, desk } = call;
  if (callBack === null || desk.status === "ended" || desk.leaving !== null) {
    return null;
  }
  if (isQueued(desk)) {
    return { fields: { callSid: null }, action: "call.waits_for_call_back" };
  }
  return {
    desk: [{ type: "unanswered" }],
    fields: { callSid: null, callBack: { ...callBack, tries: callBack.tries + 1 } },
    action: "call.unanswered",
    details: { network: end },
  };
}

/** The network may report the end slightly before the limit. */
const LIMIT_TOLERANCE_MS = 1_500;

export function isTimeLimitReached({ dial, answeredAt }: CallRecord, endedAt: Date): boolean {
  return (
    dial !== null &&
    answeredAt !== null &&
    endedAt.getTime() - answeredAt.getTime() >= dial.limitS * 1_000 - LIMIT_TOLERANCE_MS
  );
}

const declined = new Set(["603", "607", "608"]);
const notFound = new Set(["404", "410", "484", "604"]);

export function findDialEndReason(sipCode: string | undefined): EndReason | null {
  if (sipCode === undefined) {
    return null;
  }
  if (declined.has(sipCode)) {
    return "declined";
  }
  return notFound.has(sipCode) ? "not_found" : null;
}
