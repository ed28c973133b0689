import type { AudioServerStatus as Report } from "@linedesk/contract";

/** An audio server is offline when its oldest poll has had no answer for this long. */
export const OFFLINE_AFTER_MS = 15_000;
/** If a check is later than this, the page slept, and the check proves nothing. */
const LATE_MS = 5_000;

/** The state of an audio server's line; times are monotonic milliseconds of the page. */
export interface CarrierStatus {
  /** `connecting` until the first answer, and again when the page cannot know because it slept. */
  status: "connecting" | "online" | "offline";
  /** The time of the oldest unanswered poll; later polls do not move it. */
  unansweredSince: number | null;
  lastReplyAt: number | null;
  report: Report | null;
}

export type StatusEvent =
  | { type: "subscribed" }
  | { type: "polled"; at: number }
  /** `report` is `null` from an audio server that sends only the specified event. */
  | { type: "replied"; at: number; report: Report | null }
  /** A check of the clock that was due at `dueAt`. */
  | { type: "checked"; at: number; dueAt: number };

export const initialStatus: CarrierStatus = {
  status: "connecting",
  unansweredSince: null,
  lastReplyAt: null,
  report: null,
};

/** Returns the next status, or the same object when the event changes nothing. */
export function nextStatus(state: CarrierStatus, event: StatusEvent): CarrierStatus {
  switch (event.type) {
    case "subscribed":
      // A poll on the old connection gets no answer any more, so it does not count.
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
    case "checked":
      return applyTimeout(state, event);
  }
}

function applyTimeout(
  state: CarrierStatus,
  { at, dueAt }: { at: number; dueAt: number },
): CarrierStatus {
  const { unansweredSince } = state;
  if (unansweredSince === null) {
    return state;
  }
  if (at - dueAt > LATE_MS) {
    return { ...state, status: "connecting", unansweredSince: null };
  }
  if (at - unansweredSince < OFFLINE_AFTER_MS || state.status === "offline") {
    return state;
  }
  return { ...state, status: "offline" };
}
