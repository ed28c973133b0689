import type { LegEnd } from "../../../calls/legs/leg.ts";

export type OutboundState =
  /** The address is being looked up, or the RTP port is being opened; no INVITE has been sent. */
  | { status: "preparing" }
  /** The INVITE is sent and has no response yet, so a CANCEL must wait (RFC 3261 section 9.1). */
  | { status: "calling" }
  | { status: "proceeding" }
  | { status: "ringing" }
  /** The call is abandoned, but the far end may still answer, so the final response is awaited. */
  | { status: "cancelling"; end: LegEnd; isCancelSent: boolean }
  | { status: "connecting" }
  | { status: "talking" }
  | { status: "ended"; end: LegEnd; by: "us" | "callee" };

export type OutboundEvent =
  | { type: "prepared" }
  | { type: "progress"; isRinging: boolean }
  /** This destination cannot carry the call; the next one is being looked up. */
  | { type: "rerouted" }
  | { type: "accepted" }
  | { type: "connected" }
  | { type: "end"; end: LegEnd; by: "us" | "callee" };

export function nextOutbound(state: OutboundState, event: OutboundEvent): OutboundState {
  switch (event.type) {
    case "prepared":
      return state.status === "preparing" ? { status: "calling" } : state;
    case "progress":
      return afterProgress(state, event.isRinging);
    case "rerouted":
      return isAsking(state) ? { status: "preparing" } : state;
    case "accepted":
      return afterAccept(state);
    case "connected":
      return state.status === "connecting" ? { status: "talking" } : state;
    case "end":
      return afterEnd(state, event);
  }
}

function isAsking({ status }: OutboundState): boolean {
  return status === "calling" || status === "proceeding" || status === "ringing";
}

function afterProgress(state: OutboundState, isRinging: boolean): OutboundState {
  if (state.status === "cancelling") {
    return { ...state, isCancelSent: true };
  }
  if (state.status !== "calling" && state.status !== "proceeding") {
    return state;
  }
  return { status: isRinging ? "ringing" : "proceeding" };
}

function afterAccept(state: OutboundState): OutboundState {
  switch (state.status) {
    case "calling":
    case "proceeding":
    case "ringing":
      return { status: "connecting" };
    case "cancelling":
      return { status: "ended", end: state.end, by: "us" };
    case "preparing":
    case "connecting":
    case "talking":
    case "ended":
      return state;
  }
}

function afterEnd(
  state: OutboundState,
  event: { end: LegEnd; by: "us" | "callee" },
): OutboundState {
  const { end, by } = event;
  switch (state.status) {
    case "ended":
      return state;
    case "cancelling":
      return by === "callee" ? { status: "ended", end: state.end, by } : state;
    case "calling":
    case "proceeding":
    case "ringing":
      if (by === "callee") {
        return { status: "ended", end, by };
      }
      return { status: "cancelling", end, isCancelSent: state.status !== "calling" };
    case "preparing":
    case "connecting":
    case "talking":
      return { status: "ended", end, by };
  }
}
