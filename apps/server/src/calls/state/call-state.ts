export const NETWORK_ENDS = [
  "completed",
  "busy",
  "no_answer",
  "failed",
  "canceled",
  "lost",
] as const;
export type NetworkEnd = (typeof NETWORK_ENDS)[number];

export type CallState =
  | { status: "ringing" }
  | { status: "in_progress" }
  | { status: "ended"; reason: NetworkEnd };

export type CallEvent =
  | { type: "call.rang" }
  | { type: "call.answered" }
  | { type: `call.${NetworkEnd}` };

export function nextCallState(state: CallState, event: CallEvent): CallState {
  if (state.status === "ended") {
    return state;
  }
  if (event.type === "call.answered") {
    return state.status === "ringing" ? { status: "in_progress" } : state;
  }
  const reason = NETWORK_ENDS.find((end) => event.type === `call.${end}`);
  return reason === undefined ? state : { status: "ended", reason };
}
