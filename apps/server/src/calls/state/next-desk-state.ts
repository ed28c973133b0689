import {
  isBridged,
  toBridged,
  type DeskEvent,
  type DeskState,
  type LiveDeskState,
} from "./desk-state.ts";
import { nextWhenBridged } from "./next-when-bridged.ts";
import { nextWhenHeld } from "./next-when-held.ts";
import { nextWhenQueued } from "./next-when-queued.ts";
import type { DeskEventOf, SpecificEvent } from "./to-ready.ts";

/**
 * Returns the desk state after the event, for every state and every event. Returns the same object
 * when the event changes nothing, for example when it is late or repeated.
 */
export function nextDeskState(state: DeskState, event: DeskEvent): DeskState {
  if (state.status === "ended") {
    return state;
  }
  if (event.type === "caller.left") {
    return callerLeft(state, event);
  }
  if (event.type === "operator.claimed") {
    return claimed(state, event);
  }
  if (event.type === "caller.joined") {
    return callerJoined(state, event);
  }
  if (event.type === "claim.lapsed") {
    return state.claim?.id === event.claim ? { ...state, claim: null } : state;
  }
  return afterSpecific(state, event);
}

function callerLeft(state: LiveDeskState, event: DeskEventOf<"caller.left">): DeskState {
  return {
    status: "ended",
    reason: state.leaving?.reason ?? event.reason,
    at: event.at,
    verified: state.verified,
  };
}

function callerJoined(state: LiveDeskState, event: DeskEventOf<"caller.joined">): DeskState {
  return state.status === "on_air" || sameLeg(state, event.leg.sid)
    ? state
    : toBridged(state, event.leg, event.at);
}

function afterSpecific(state: LiveDeskState, event: SpecificEvent): DeskState {
  switch (state.status) {
    case "waiting":
    case "ready":
      return nextWhenQueued(state, event);
    case "screening":
    case "on_air":
      return nextWhenBridged(state, event);
    case "held":
      return nextWhenHeld(state, event);
  }
}

function sameLeg(state: LiveDeskState, sid: string): boolean {
  return isBridged(state) && state.leg.sid === sid;
}

function claimed(state: LiveDeskState, event: DeskEventOf<"operator.claimed">): LiveDeskState {
  return state.claim?.id === event.claim.id ? state : { ...state, claim: event.claim };
}
