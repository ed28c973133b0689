import { VOICE_CODES } from "@linedesk/base";
import type { LegEnd } from "../../../calls/legs/leg.ts";

/** The life of a browser's leg. `calling`: the SDK placed it. `called`: we ring the devices. */
export type LegState =
  | { status: "inviting"; side: "calling" | "called" }
  | { status: "ringing"; side: "calling" | "called" }
  /** The media path is being negotiated. */
  | { status: "answering"; side: "calling" | "called" }
  | { status: "answered" }
  /**
   * The call is answered, and its socket is disconnected. The audio continues until the reconnect
   * timeout.
   */
  | { status: "lost" }
  | { status: "ended"; end: LegEnd };

export type LegEvent =
  | { type: "rung" }
  | { type: "accepted" }
  | { type: "negotiated" }
  | { type: "negotiation.failed"; message: string }
  | { type: "ended"; end: LegEnd }
  | { type: "rejected" }
  | { type: "socket.closed"; canReconnect: boolean }
  | { type: "socket.back" }
  | { type: "keep.expired" };

const LOST: LegEnd = { cause: "signalling-lost", voiceCode: VOICE_CODES.SIGNALING_DISCONNECTED };
const REJECTED: LegEnd = { cause: "declined", sipCode: 603, voiceCode: VOICE_CODES.DECLINED };
export const NOT_FOUND: LegEnd = {
  cause: "not-found",
  sipCode: 404,
  voiceCode: VOICE_CODES.NOT_FOUND,
};
export const NO_MEDIA: LegEnd = { cause: "failed", message: "media is unavailable" };
const NO_DEVICE: LegEnd = {
  cause: "unreachable",
  sipCode: 480,
  voiceCode: VOICE_CODES.TEMPORARILY_UNAVAILABLE,
};

/** This function is pure and total: an event that does not fit returns the same state. */
export function nextLegState(state: LegState, event: LegEvent): LegState {
  if (state.status === "ended") {
    return state;
  }
  switch (event.type) {
    case "ended":
      return { status: "ended", end: event.end };
    case "rung":
      return state.status === "inviting" ? { status: "ringing", side: state.side } : state;
    case "accepted":
      return isUnanswered(state) ? { status: "answering", side: state.side } : state;
    case "negotiated":
      return state.status === "answering" ? { status: "answered" } : state;
    case "negotiation.failed":
      return state.status === "answering" ? failed(event.message) : state;
    case "rejected":
      return isRinging(state) ? { status: "ended", end: REJECTED } : state;
    case "socket.closed":
      return afterSocketClosed(state, event.canReconnect);
    case "socket.back":
      return state.status === "lost" ? { status: "answered" } : state;
    case "keep.expired":
      return afterKeepExpired(state);
  }
}

type Unanswered = Extract<LegState, { status: "inviting" | "ringing" }>;

export function isUnanswered(state: LegState): state is Unanswered {
  return state.status === "inviting" || state.status === "ringing";
}

function failed(message: string): LegState {
  return {
    status: "ended",
    end: { cause: "failed", voiceCode: VOICE_CODES.REMOTE_DESCRIPTION_FAILED, message },
  };
}

/**
 * An answered leg can return with its reconnect token, and a ringing call waits for its devices.
 * Any other leg ends.
 */
function afterSocketClosed(state: LegState, canReconnect: boolean): LegState {
  if (state.status === "lost") {
    return state;
  }
  if (state.status === "answered") {
    return canReconnect ? { status: "lost" } : { status: "ended", end: LOST };
  }
  if (isRinging(state)) {
    return state;
  }
  return { status: "ended", end: LOST };
}

function afterKeepExpired(state: LegState): LegState {
  if (state.status === "lost") {
    return { status: "ended", end: LOST };
  }
  return isRinging(state) ? { status: "ended", end: NO_DEVICE } : state;
}

function isRinging(state: LegState): boolean {
  return isUnanswered(state) && state.side === "called";
}
