import { toBridged, withGoneLeg, type DeskState, type HeldState } from "./desk-state.ts";
import { type DeskEventOf, type SpecificEvent } from "./specific-event.ts";
import { toReady, toTakenOver, withVerified } from "./to-ready.ts";

/** A caller on music, attended or not. */
export function nextWhenHeld(state: HeldState, event: SpecificEvent): DeskState {
  switch (event.type) {
    case "operator.joined":
      return joinedHeld(state, event);
    case "operator.left":
      return heldLegLeft(state, event);
    case "operator.gone":
      return state.unattended || state.leg !== null || state.holder?.user !== event.user
        ? state
        : { ...state, unattended: true };
    case "caller.resumed": {
      const leg = event.leg ?? state.leg;
      return leg === null ? state : toBridged(state, leg, event.at);
    }
    case "operator.returned":
      return returned(state, event);
    case "verified":
      return withVerified(state, true);
    case "unverified":
      return withVerified(state, false);
    case "readied":
      return toReady(state, event.at);
    case "offered":
      return state.unattended || state.offer?.to.user === event.to.user
        ? state
        : { ...state, offer: { to: event.to } };
    case "offer.lapsed":
      return state.offer === null ? state : { ...state, offer: null };
    case "taken_over":
      return toTakenOver(state, event);
    case "hung_up":
      return state.leaving === null ? { ...state, leaving: "operator_hung_up" } : state;
    case "rejected":
      return state.leaving === null ? { ...state, leaving: "rejected" } : state;
    case "undone":
      return state.leaving === null ? state : { ...state, leaving: null };
    case "caller.held":
    case "operator.silent":
    case "moved_to_air":
    case "moved_off_air":
    case "dialled":
    case "unanswered":
      return state;
  }
}

function joinedHeld(state: HeldState, event: DeskEventOf<"operator.joined">): DeskState {
  return state.goneLegs.includes(event.leg.sid) || state.leg?.sid === event.leg.sid
    ? state
    : {
        ...state,
        leg: event.leg,
        holder: event.leg.holder,
        unattended: false,
        silentLeg: null,
        claim: null,
      };
}

function heldLegLeft(state: HeldState, event: DeskEventOf<"operator.left">): DeskState {
  if (state.unattended || state.leg?.sid !== event.leg) {
    return state;
  }
  return {
    ...state,
    leg: null,
    unattended: !event.released,
    goneLegs: withGoneLeg(state, event.leg),
  };
}

function returned(state: HeldState, event: DeskEventOf<"operator.returned">): DeskState {
  return state.silentLeg === event.leg && state.leg !== null
    ? toBridged(state, state.leg, event.at)
    : state;
}
