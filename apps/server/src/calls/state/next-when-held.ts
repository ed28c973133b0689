import {
  type DeskLeg,
  type DeskState,
  type HeldState,
  type Leaving,
  toBridged,
  withGoneLeg,
  withoutInterruption,
  withoutUndo,
} from "./desk-state.ts";
import {
  type DeskEventOf,
  type SpecificEvent,
  toReady,
  toTakenOver,
  withVerified,
} from "./to-ready.ts";

export function nextWhenHeld(state: HeldState, event: SpecificEvent): DeskState {
  switch (event.type) {
    case "operator.joined":
      return joinedHeld(state, event);
    case "operator.left":
      return heldLegLeft(state, event);
    case "operator.gone":
      return state.unattended || state.leg !== null || state.holder?.user !== event.user
        ? state
        : { ...withoutInterruption(state), unattended: true };
    case "operator.cut_off":
      return cutOffHeld(state, event.leg);
    case "interruption.over":
      return state.interruption === undefined
        ? state
        : { ...withoutInterruption(state), unattended: event.unattended && state.leg === null };
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
      return offeredHeld(state, event);
    case "offer.lapsed":
      return state.offer === null ? state : { ...state, offer: null };
    case "taken_over":
      return toTakenOver(state, event);
    case "hung_up":
      return toLeaving(state, { reason: "operator_hung_up", by: event.by, until: event.until });
    case "rejected":
      return toLeaving(state, { reason: "rejected", by: event.by, until: event.until });
    case "undone":
      return state.leaving === null ? state : { ...state, leaving: null };
    case "undo.lapsed":
      return withoutUndo(state);
    case "swapped":
      return addLeg(state, event.leg);
    case "caller.held":
    case "operator.silent":
    case "moved_to_air":
    case "moved_off_air":
    case "dialled":
    case "unanswered":
      return state;
  }
}

function addLeg(state: HeldState, leg: DeskLeg): HeldState {
  return state.leg?.sid === leg.sid
    ? state
    : {
        ...withoutInterruption(state),
        leg,
        holder: leg.holder,
        goneLegs: state.goneLegs.filter((sid) => sid !== leg.sid),
      };
}

function offeredHeld(state: HeldState, event: DeskEventOf<"offered">): DeskState {
  const { holder } = state;
  if (state.unattended || holder === null || state.offer?.to.user === event.to.user) {
    return state;
  }
  const offer = { to: event.to, from: holder, until: event.until, wasBridged: false };
  return { ...withoutInterruption(state), offer };
}

function toLeaving(state: HeldState, leaving: Omit<Leaving, "wasBridged">): DeskState {
  if (state.leaving !== null) {
    return state;
  }
  return {
    ...withoutInterruption(state),
    leaving: { ...leaving, wasBridged: false },
    claim: null,
    offer: null,
    leg: null,
    goneLegs: state.leg === null ? state.goneLegs : withGoneLeg(state, state.leg.sid),
  };
}

function joinedHeld(state: HeldState, event: DeskEventOf<"operator.joined">): DeskState {
  const isKnown = state.goneLegs.includes(event.leg.sid) || state.leg?.sid === event.leg.sid;
  return isKnown || state.leaving !== null
    ? state
    : {
        ...state,
        leg: event.leg,
        holder: event.leg.holder,
        unattended: false,
        silentLeg: null,
        claim: null,
        offer: null,
      };
}

function heldLegLeft(state: HeldState, event: DeskEventOf<"operator.left">): DeskState {
  if (state.leg?.sid !== event.leg) {
    return state;
  }
  return {
    ...state,
    leg: null,
    silentLeg: null,
    // A call that is unattended because its leg is silent stays unattended when the leg leaves.
    unattended: state.unattended || !event.released,
    goneLegs: withGoneLeg(state, event.leg),
  };
}

/** A call on hold needs no leg of its holder, so it stays on hold. */
function cutOffHeld(state: HeldState, leg: string): DeskState {
  return state.leg?.sid === leg
    ? { ...state, leg: null, silentLeg: null, goneLegs: withGoneLeg(state, leg) }
    : state;
}

function returned(state: HeldState, event: DeskEventOf<"operator.returned">): DeskState {
  return state.silentLeg === event.leg && state.leg !== null
    ? toBridged(state, state.leg, event.at)
    : state;
}
