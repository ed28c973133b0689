import type { EndReason } from "@linedesk/contract";
import { systemActor, type Actor } from "../platform/db/actor.ts";
import { changeCall, type CallDeps, type ChangedCall } from "./change-call.ts";
import type { NetworkEnd } from "./state/call-state.ts";

const reasons: Record<NetworkEnd, EndReason> = {
  completed: "caller_hung_up",
  canceled: "caller_hung_up",
  busy: "busy",
  no_answer: "no_answer",
  failed: "failed",
  lost: "exchange_lost",
};

/** What the telephony service calls the end of a call; null when the call is not over. */
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

/**
 * The caller's leg is over: the network's word, which alone ends a call [CA10]. A second one
 * changes nothing.
 */
export async function recordCallEnd(
  deps: CallDeps,
  target: { call: string; actor?: Actor },
  end: NetworkEnd,
): Promise<ChangedCall> {
  return changeCall(deps, { call: target.call, actor: target.actor ?? systemActor }, () => ({
    call: [{ type: `call.${end}` }],
    desk: [
      { type: "caller.left", reason: reasons[end], at: new Date(deps.clock.now()).toISOString() },
    ],
    action: "call.ended",
    details: { network: end },
  }));
}
