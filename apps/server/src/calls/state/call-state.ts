/** Why the telephone network ended a call, in its own word [CA3]. */
export type NetworkEnd = "completed" | "busy" | "no_answer" | "failed" | "canceled" | "lost";

/** What the telephone network says of a call [CA1]. */
export type CallState =
  | { status: "ringing" }
  | { status: "in_progress" }
  | { status: "ended"; reason: NetworkEnd };

export type CallEvent =
  | { type: "call.rang" }
  | { type: "call.answered" }
  | { type: `call.${NetworkEnd}` };

/** The call state after the event; the same object when nothing changes [CA2, CA12]. */
export function nextCallState(state: CallState, event: CallEvent): CallState {
  if (state.status === "ended") {
    return state;
  }
  switch (event.type) {
    case "call.rang":
      return state;
    case "call.answered":
      return state.status === "ringing" ? { status: "in_progress" } : state;
    case "call.completed":
      return { status: "ended", reason: "completed" };
    case "call.busy":
      return { status: "ended", reason: "busy" };
    case "call.no_answer":
      return { status: "ended", reason: "no_answer" };
    case "call.failed":
      return { status: "ended", reason: "failed" };
    case "call.canceled":
      return { status: "ended", reason: "canceled" };
    case "call.lost":
      return { status: "ended", reason: "lost" };
  }
}
