import type { Refusal, ErrorReason } from "@linedesk/contract";
import { ApiError } from "../../platform/http/errors.ts";

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

export interface ConferencePosition {
  /** The conference's sid. Another conference numbers its events from the start again. */
  room: string;
  sequence: number;
}

/**
 * Returns true when the event is not newer than the known state. A hold and its end can arrive in
 * either order, and the older event must not take effect.
 */
export function isStale(seen: ConferencePosition | null, event: ConferencePosition): boolean {
  return seen !== null && seen.room === event.room && event.sequence <= seen.sequence;
}

/** The call's state does not allow the command now. Nothing has changed. */
export class InvalidStateError extends ApiError {
  override name = "InvalidStateError";

  constructor(refusal: Refusal<ErrorReason<"call_state">>) {
    super(refusal);
  }
}
