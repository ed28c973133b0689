import { type ConnectFlavour, connectFlavours } from "@linedesk/contract";
import { NO_RESPONSE } from "./audio-server-error.ts";

export const REPLY_TIMEOUT_MS = 10_000;

/** One request to connect: it ends in exactly one of accept, disconnect and error. */
export type ConnectRequest =
  | { status: "waiting"; requestId: string; flavour: ConnectFlavour }
  | { status: "connected"; requestId: string; flavour: ConnectFlavour }
  | { status: "disconnected"; requestId: string }
  /** With `isLate`, a disconnect request follows if the audio server connects after the failure. */
  | { status: "failed"; requestId: string; message: string; isLate: boolean };

export type ConnectEvent =
  | { type: "connected"; requestId: string; flavour: ConnectFlavour }
  | { type: "disconnect"; requestId: string; flavour: ConnectFlavour }
  | { type: "error"; requestId: string; flavour: ConnectFlavour; message: string }
  | { type: "timed_out" };

export const connectEvents = connectFlavours.flatMap((flavour) =>
  (["connected", "disconnect", "error"] as const).map((type) => ({
    name: `client-as-${flavour}-${type}`,
    flavour,
    type,
  })),
);
/**
 * Returns the next state, or the same object if the request has ended or the event belongs to
 * another request.
 */
export function nextConnect(state: ConnectRequest, event: ConnectEvent): ConnectRequest {
  const { requestId } = state;
  if (event.type === "timed_out") {
    return state.status === "waiting"
      ? { status: "failed", requestId, message: NO_RESPONSE, isLate: true }
      : state;
  }
  if (state.status === "disconnected" || state.status === "failed") {
    return state;
  }
  // The answer belongs to another request, or its kind differs from the kind of this request.
  if (event.requestId !== requestId || event.flavour !== state.flavour) {
    return state;
  }
  switch (event.type) {
    case "connected":
      return state.status === "waiting" ? { ...state, status: "connected" } : state;
    case "disconnect":
      return { status: "disconnected", requestId };
    case "error":
      return { status: "failed", requestId, message: event.message, isLate: false };
  }
}

/** Returns true when a late answer left a call half-open after the operator saw the failure. */
export function isLeftOpen(state: ConnectRequest, event: ConnectEvent): boolean {
  return (
    state.status === "failed" &&
    state.isLate &&
    event.type === "connected" &&
    event.requestId === state.requestId
  );
}

/** Returns `conference` for a conference, `outbound` without a selected call, else `accept`. */
export function chooseFlavour(target: {
  conference: string | null;
  selCall: string | null;
}): ConnectFlavour {
  if (target.conference !== null) {
    return "conference";
  }
  return target.selCall === null ? "outbound" : "accept";
}
