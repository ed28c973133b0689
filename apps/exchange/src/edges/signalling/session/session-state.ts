import type { VoiceAccess } from "../token/token-verifier.ts";

/** The state of one socket of a client. */
export type SessionState =
  /** The client has shown no valid token yet. */
  | { status: "unauthenticated" }
  | { status: "authenticated"; access: VoiceAccess; reconnectMs: number }
  /** The device rings when its identity is called. */
  | { status: "registered"; access: VoiceAccess; reconnectMs: number }
  /**
   * The token has expired: the calls of this socket continue, and the client can begin no new call.
   */
  | { status: "expired"; identity: string; isAnonymous: boolean; reconnectMs: number }
  | { status: "closed" };

export type SessionEvent =
  | { type: "token.accepted"; access: VoiceAccess; reconnectMs: number }
  | { type: "token.expired" }
  | { type: "register" }
  | { type: "unregister" }
  /** No `register` came for 75 s, or newer devices of the identity have replaced this one. */
  | { type: "presence.lapsed" }
  | { type: "socket.closed" };

/**
 * This function is pure and total. A refused token causes no event, because the earlier token may
 * still be valid.
 */
export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  if (state.status === "closed") {
    return state;
  }
  switch (event.type) {
    case "token.accepted":
      return accepted(state, event);
    case "token.expired":
      return state.status === "authenticated" || state.status === "registered"
        ? {
            status: "expired",
            identity: state.access.identity,
            isAnonymous: state.access.isAnonymous,
            reconnectMs: state.reconnectMs,
          }
        : state;
    case "register":
      return state.status === "authenticated" && state.access.mayReceive
        ? { ...state, status: "registered" }
        : state;
    case "unregister":
    case "presence.lapsed":
      return state.status === "registered" ? { ...state, status: "authenticated" } : state;
    case "socket.closed":
      return { status: "closed" };
  }
}

function accepted(
  state: Exclude<SessionState, { status: "closed" }>,
  event: Extract<SessionEvent, { type: "token.accepted" }>,
): SessionState {
  const { access, reconnectMs } = event;
  const stays =
    state.status === "registered" && access.mayReceive && access.identity === state.access.identity;
  return { status: stays ? "registered" : "authenticated", access, reconnectMs };
}

export function isAnonymous(state: SessionState): boolean {
  return "access" in state
    ? state.access.isAnonymous
    : state.status === "expired" && state.isAnonymous;
}

export function findIdentity(state: SessionState): string | null {
  switch (state.status) {
    case "authenticated":
    case "registered":
      return state.access.identity;
    case "expired":
      return state.identity;
    case "unauthenticated":
    case "closed":
      return null;
  }
}
