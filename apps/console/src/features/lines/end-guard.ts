/**
 * Two presses within this time end a call off air. After a short press on air, the button shows for
 * this time what to do.
 */
const ARMED_FOR_MS = 1_500;
/** A press of this length ends a call, on air or off. */
const LONG_PRESS_MS = 600;

/** Ending requires a long press or two presses, so that it does not happen by mistake. */
export type EndGuard =
  | { status: "idle" }
  | { status: "pressed"; at: number }
  /** After a short press, a second press ends the call. */
  | { status: "armed"; at: number }
  /** A short press on air ends nothing; the button asks for a long one. */
  | { status: "short"; at: number }
  | { status: "done" };

export type EndGuardEvent =
  | { type: "press"; at: number }
  | { type: "release"; at: number }
  | { type: "leave" }
  | { type: "tick"; at: number }
  | { type: "reset" };

/** Returns the next state. With `onAir` only a long press ends the call. */
export function nextEndGuard(state: EndGuard, event: EndGuardEvent, onAir: boolean): EndGuard {
  switch (event.type) {
    case "press":
      return press(state, event.at, onAir);
    case "release":
      if (state.status !== "pressed") {
        return state;
      }
      if (event.at - state.at >= LONG_PRESS_MS) {
        return { status: "done" };
      }
      return { status: onAir ? "short" : "armed", at: event.at };
    case "leave":
      return state.status === "pressed" ? { status: "idle" } : state;
    case "tick":
      return tick(state, event.at);
    case "reset":
      return { status: "idle" };
  }
}

function press(state: EndGuard, at: number, onAir: boolean): EndGuard {
  if (state.status === "pressed" || state.status === "done") {
    return state;
  }
  const again = state.status === "armed" && at - state.at < ARMED_FOR_MS;
  return again && !onAir ? { status: "done" } : { status: "pressed", at };
}

function tick(state: EndGuard, at: number): EndGuard {
  if (state.status === "pressed" && at - state.at >= LONG_PRESS_MS) {
    return { status: "done" };
  }
  return isAfterShortPress(state) && at - state.at >= ARMED_FOR_MS ? { status: "idle" } : state;
}

function isAfterShortPress(state: EndGuard): state is EndGuard & { status: "armed" | "short" } {
  return state.status === "armed" || state.status === "short";
}

/** Returns the time of the next tick, or `null` when no change is due. */
export function endGuardDue(state: EndGuard): number | null {
  if (state.status === "pressed") {
    return state.at + LONG_PRESS_MS;
  }
  return isAfterShortPress(state) ? state.at + ARMED_FOR_MS : null;
}
