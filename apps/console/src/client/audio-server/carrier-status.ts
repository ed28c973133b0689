import type { AudioServerStatus as Report } from "@linedesk/contract";

/** Without an answer for so long since the oldest poll it is offline. */
export const OFFLINE_AFTER_MS = 15_000;
/** A look that comes later than this tells nothing: the page slept. */
const LATE_MS = 5_000;

/** What is known of an audio server's line; times are steady milliseconds of the page. */
export interface CarrierStatus {
  /** `unknown`: the page slept, and cannot say that the audio server was silent. */
  status: "connecting" | "online" | "offline" | "unknown";
  /** The oldest poll that nobody answered; later polls do not move it. */
  unansweredSince: number | null;
  lastReplyAt: number | null;
  report: Report | null;
}

export type StatusEvent =
  | { type: "subscribed" }
  | { type: "polled"; at: number }
  | { type: "replied"; at: number; report: Report }
  /** A look at the clock that was due at `dueAt`. */
  | { type: "looked"; at: number; dueAt: number };

export const initialStatus: CarrierStatus = {
  status: "connecting",
  unansweredSince: null,
  lastReplyAt: null,
  report: null,
};

/** The next status; an event that changes nothing answers the same object. */
export function nextStatus(state: CarrierStatus, event: StatusEvent): CarrierStatus {
  switch (event.type) {
    case "subscribed":
      // What was asked before went with the old connection.
      return { ...state, unansweredSince: null };
    case "polled":
      return state.unansweredSince === null ? { ...state, unansweredSince: event.at } : state;
    case "replied":
      return {
        status: "online",
        unansweredSince: null,
        lastReplyAt: event.at,
        report: event.report,
      };
    case "looked":
      return look(state, event);
  }
}

function look(state: CarrierStatus, { at, dueAt }: { at: number; dueAt: number }): CarrierStatus {
  const { unansweredSince } = state;
  if (unansweredSince === null) {
    return state;
  }
  if (at - dueAt > LATE_MS) {
    return { ...state, status: "unknown", unansweredSince: null };
  }
  if (at - unansweredSince < OFFLINE_AFTER_MS || state.status === "offline") {
    return state;
  }
  return { ...state, status: "offline" };
}
