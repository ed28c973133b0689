import type { EndReason } from "@linedesk/contract";
import { systemActor, type Actor } from "../platform/db/audit-store.ts";
import { changeCall, type CallDeps, type ChangedCall } from "./change-call.ts";
import { isTimeLimitReached, returnToQueue } from "./is-dialling.ts";
import type { NetworkEnd } from "./state/call-state.ts";
import type { CallRecord } from "./store/call-record.ts";

const reasons: Record<NetworkEnd, EndReason> = {
  completed: "caller_hung_up",
  canceled: "caller_hung_up",
  busy: "busy",
  no_answer: "no_answer",
  failed: "failed",
  lost: "exchange_lost",
};

export function toNetworkEnd(callStatus: string): NetworkEnd | null {
  switch (callStatus) {
    case "completed":
    case "busy":
    case "failed":
    case "canceled":
      return callStatus;
    case "no-answer":
      return "no_answer";
    default:
      return null;
  }
}

export interface EndedLeg {
  leg?: string;
  endedAt?: Date | null;
  reason?: EndReason | null | undefined;
}

function chooseReason(
  call: CallRecord,
  { at, end, target }: { at: Date; end: NetworkEnd; target: EndedLeg },
): EndReason {
  if (end === "completed" && isTimeLimitReached(call, at)) {
    return "time_limit";
  }
  return target.reason ?? reasons[end];
}

/**
 * Records that the caller's leg ended. A caller who waits for a call back keeps a place in the
 * queue; otherwise the call ends. A repeated report changes nothing.
 */
export async function recordCallEnd(
  deps: CallDeps,
  target: EndedLeg & { call: string; actor?: Actor },
  end: NetworkEnd,
): Promise<ChangedCall> {
  return changeCall(deps, { call: target.call, actor: target.actor ?? systemActor }, (call) => {
    // A called-back caller had another leg earlier, whose end does not end the call.
    if (target.leg !== undefined && target.leg !== call.callSid) {
      return null;
    }
    const waiting = returnToQueue(call, end);
    if (waiting !== null) {
      return waiting;
    }
    const at = likelyEnd(target.endedAt ?? null, { call, now: new Date(deps.clock.now()) });
    return {
      call: [{ type: `call.${end}` }],
      desk: [
        {
          type: "caller.left",
          reason: chooseReason(call, { at, end, target }),
          at: at.toISOString(),
        },
      ],
      action: "call.ended",
      details: { network: end },
    };
  });
}

/**
 * Returns the time at which, according to the service, the caller left. The service's clock may
 * differ, so a time before the start of the call or in the future is replaced by now.
 */
function likelyEnd(
  endedAt: Date | null,
  { call, now }: { call: Pick<CallRecord, "arrivedAt" | "answeredAt">; now: Date },
): Date {
  const began = call.answeredAt ?? call.arrivedAt;
  return endedAt === null || endedAt < began || endedAt > now ? now : endedAt;
}
