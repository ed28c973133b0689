/** The state of a leg's media. A pure state machine; times are in ms of the media clock. */
export type Liveness =
  /** Not connected yet. `failsAtMs` is `null` until both sides have agreed to connect. */
  | { status: "waiting"; failsAtMs: number | null }
  | { status: "live"; receivedMs: number }
  | { status: "silent"; sinceMs: number; transportLost: boolean }
  | { status: "failed"; message: string };

export type LivenessEvent =
  | { type: "negotiated" }
  | { type: "connected" }
  | { type: "packet.received" }
  | { type: "comfort.received" }
  | { type: "transport.lost"; message: string }
  | { type: "tick" };

const CONNECT_TIMEOUT_MS = 30_000;
const SILENCE_MS = 5000;
/** A telephone that suppresses silence may send nothing for this long after comfort noise. */
const COMFORT_MS = 30_000;
/** A browser that lost its network may return with an ICE restart within this time. */
const RETURN_TIMEOUT_MS = 30_000;

export function nextLiveness(state: Liveness, event: LivenessEvent, nowMs: number): Liveness {
  switch (event.type) {
    case "negotiated":
      return state.status === "waiting" && state.failsAtMs === null
        ? { status: "waiting", failsAtMs: nowMs + CONNECT_TIMEOUT_MS }
        : state;
    case "connected":
      return state.status === "waiting" ? { status: "live", receivedMs: nowMs } : state;
    case "packet.received":
      return state.status === "live" || state.status === "silent"
        ? { status: "live", receivedMs: nowMs }
        : state;
    case "comfort.received":
      return state.status === "live" || state.status === "silent"
        ? { status: "live", receivedMs: nowMs + COMFORT_MS - SILENCE_MS }
        : state;
    case "transport.lost":
      return afterLoss(state, event.message, nowMs);
    case "tick":
      return afterTick(state, nowMs);
  }
}

function afterLoss(state: Liveness, message: string, nowMs: number): Liveness {
  switch (state.status) {
    case "waiting":
      return { status: "failed", message };
    case "live":
      return { status: "silent", sinceMs: nowMs, transportLost: true };
    case "silent":
      return { ...state, transportLost: true };
    case "failed":
      return state;
  }
}

function afterTick(state: Liveness, nowMs: number): Liveness {
  switch (state.status) {
    case "waiting":
      return state.failsAtMs !== null && nowMs >= state.failsAtMs
        ? { status: "failed", message: "Media did not connect within 30 s" }
        : state;
    case "live":
      return nowMs - state.receivedMs >= SILENCE_MS
        ? { status: "silent", sinceMs: nowMs, transportLost: false }
        : state;
    case "silent":
      return state.transportLost && nowMs - state.sinceMs >= RETURN_TIMEOUT_MS
        ? { status: "failed", message: "Media was lost and did not come back within 30 s" }
        : state;
    case "failed":
      return state;
  }
}
