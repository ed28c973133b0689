import type { LegEnd } from "../legs/leg.ts";

export const CALL_DIRECTIONS = ["inbound", "outbound-api", "outbound-dial"] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

const ENDED_STATUSES = ["completed", "busy", "failed", "no-answer", "canceled"] as const;
export type EndedStatus = (typeof ENDED_STATUSES)[number];

export const CALL_STATUSES = ["queued", "ringing", "in-progress", ...ENDED_STATUSES] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** The life of a call. Each member contains only fields of its status. Times are ms since 1970. */
export type CallState =
  | { status: "queued" }
  | { status: "ringing" }
  | { status: "in-progress"; answeredAt: number }
  | { status: EndedStatus; answeredAt: number | null; endedAt: number; end: LegEnd };

export type CallEvent =
  /** The far end rings (outbound), or the call arrives (inbound). */
  | { type: "rang" }
  | { type: "answered"; at: number }
  | { type: "ended"; at: number; end: LegEnd; as?: EndedStatus };

/** This function is pure and total: a late event returns the same state. */
export function nextCallState(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "rang":
      return state.status === "queued" ? { status: "ringing" } : state;
    case "answered":
      return state.status === "queued" || state.status === "ringing"
        ? { status: "in-progress", answeredAt: event.at }
        : state;
    case "ended":
      return isEnded(state) ? state : ended(state, event);
  }
}

export function isEnded(state: CallState): state is Extract<CallState, { status: EndedStatus }> {
  return "endedAt" in state;
}

function ended(state: CallState, event: Extract<CallEvent, { type: "ended" }>): CallState {
  const { at: endedAt, end } = event;
  return state.status === "in-progress"
    ? { status: "completed", answeredAt: state.answeredAt, endedAt, end }
    : { status: event.as ?? toEndedStatus(end), answeredAt: null, endedAt, end };
}

export function toEndedStatus(end: LegEnd): EndedStatus {
  switch (end.cause) {
    case "busy":
    case "declined":
      return "busy";
    case "no-answer":
      return "no-answer";
    // The caller hangs up while it rings, or we cancel a ringing leg.
    case "hangup":
    case "cancelled":
      return "canceled";
    case "not-found":
    case "unreachable":
    case "failed":
    case "media-lost":
    case "signalling-lost":
      return "failed";
  }
}

export interface CallParties {
  accountSid: string;
  parentCallSid: string | null;
  /** E.164, `client:identity` or `sip:...`. */
  from: string;
  to: string;
  callerName: string | null;
  forwardedFrom: string | null;
  phoneNumberSid: string | null;
  applicationSid: string | null;
  direction: CallDirection;
}

export interface CallRecord extends CallParties {
  sid: string;
  status: CallStatus;
  createdAt: Date;
  updatedAt: Date;
  /** The time of arrival or dialling; `null` while the call is queued or if it is never dialled. */
  startedAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  durationS: number | null;
  trunkSid: string | null;
  /** Milliseconds that a new call waited before it was dialled. */
  queueTimeMs: number;
  end: LegEnd | null;
}
