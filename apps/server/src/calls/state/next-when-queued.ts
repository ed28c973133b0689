import {
  copyMarks,
  toBridged,
  withGoneLeg,
  withoutUndo,
  type DeskState,
  type ReadyState,
  type WaitingState,
} from "./desk-state.ts";
import type { DeskEventOf, SpecificEvent } from "./to-ready.ts";

export function nextWhenQueued(state: WaitingState | ReadyState, event: SpecificEvent): DeskState {
  switch (event.type) {
    case "operator.joined":
      return state.goneLegs.includes(event.leg.sid) || state.leg?.sid === event.leg.sid
        ? state
        : { ...state, leg: event.leg, claim: null };
    case "operator.left":
    case "operator.cut_off":
      return leftInQueue(state, event.leg);
    case "verified":
      if (state.status === "ready") {
        return state;
      }
      return { ...state, status: "ready", since: event.at, verified: true };
    case "unverified":
      if (state.status === "waiting") {
        return state;
      }
      return { ...copyMarks(state), status: "waiting", leg: state.leg, verified: false };
    case "dialled":
      return state.goneLegs.includes(event.leg.sid) ? state : toDialling(state, event);
    case "rejected":
      return rejectedInQueue(state, event);
    case "undone":
      return state.leaving === null ? state : { ...state, leaving: null };
    case "undo.lapsed":
      return withoutUndo(state);
    // Without an operator's leg the caller still waits: in the room if ready, or in the queue.
    case "caller.resumed":
      return state.leg === null ? state : toBridged(state, state.leg, event.at);
    case "operator.gone":
    case "interruption.over":
    case "caller.held":
    case "swapped":
    case "operator.silent":
    case "operator.returned":
    case "moved_to_air":
    case "moved_off_air":
    case "readied":
    case "offered":
    case "offer.lapsed":
    case "taken_over":
    case "hung_up":
    case "unanswered":
      return state;
  }
}

function rejectedInQueue(
  state: WaitingState | ReadyState,
  { by, until }: DeskEventOf<"rejected">,
): DeskState {
  return state.leaving === null
    ? { ...state, leaving: { reason: "rejected", by, until, wasBridged: false } }
    : state;
}

function leftInQueue(state: WaitingState | ReadyState, leg: string): DeskState {
  if (state.goneLegs.includes(leg)) {
    return state;
  }
  const stays = state.leg !== null && state.leg.sid !== leg;
  return { ...state, leg: stays ? state.leg : null, goneLegs: withGoneLeg(state, leg) };
}

function toDialling(
  state: WaitingState | ReadyState,
  { leg, at }: DeskEventOf<"dialled">,
): DeskState {
  return { ...copyMarks(state), claim: null, status: "screening", since: at, leg };
}
