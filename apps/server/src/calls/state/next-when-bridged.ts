import {
  type BridgedState,
  copyMarks,
  type DeskLeg,
  type DeskState,
  toHeld,
  withGoneLeg,
  withoutUndo,
} from "./desk-state.ts";
import {
  type DeskEventOf,
  type SpecificEvent,
  toReady,
  toTakenOver,
  withVerified,
} from "./to-ready.ts";

export function nextWhenBridged(state: BridgedState, event: SpecificEvent): DeskState {
  const { holder } = state.leg;
  switch (event.type) {
    case "operator.left":
      return bridgedLegLeft(state, event);
    case "operator.cut_off":
      return cutOff(state, event);
    case "caller.held":
      return toHeld(state, { holder, at: event.at, leg: state.leg });
    case "operator.silent":
      if (event.leg !== state.leg.sid) {
        return state;
      }
      return toHeld(state, {
        holder,
        at: event.at,
        leg: state.leg,
        unattended: true,
        silentLeg: event.leg,
      });
    case "moved_to_air":
    case "moved_off_air":
      return onAir(state, event.type === "moved_to_air", event.at);
    case "verified":
    case "unverified":
      return withVerified(state, event.type === "verified");
    case "readied":
      return toReady(state, event.at);
    case "offered":
      return offeredBridged(state, event);
    case "operator.joined":
      return otherLegJoined(state, event.leg);
    case "swapped":
      return withLeg(state, event.leg);
    case "taken_over":
      return state.status === "on_air" ? state : toTakenOver(state, event);
    case "dialled":
      return dialled(state, event);
    case "unanswered":
      return unanswered(state);
    case "hung_up":
      return hungUpBridged(state, event);
    case "caller.resumed":
    case "offer.lapsed":
    case "operator.gone":
    case "interruption.over":
    case "operator.returned":
    case "rejected":
      return state;
    // Undo cancels the end of the call. An end without undo cannot be reversed.
    case "undone":
      return state.leaving === null || state.leaving.until === null
        ? state
        : { ...state, leaving: null };
    case "undo.lapsed":
      return withoutUndo(state);
  }
}

function offeredBridged(state: BridgedState, event: DeskEventOf<"offered">): DeskState {
  const { holder } = state.leg;
  return {
    ...toHeld(state, { holder, at: event.at, leg: state.leg }),
    offer: { to: event.to, from: holder, until: event.until, wasBridged: true },
  };
}

/** The call moves to another line, and the leg that was with the caller leaves. */
function otherLegJoined(state: BridgedState, leg: DeskLeg): DeskState {
  if (state.leg.sid === leg.sid || state.goneLegs.includes(leg.sid)) {
    return state;
  }
  return { ...withLeg(state, leg), claim: null, goneLegs: withGoneLeg(state, state.leg.sid) };
}

function withLeg(state: BridgedState, leg: DeskLeg): BridgedState {
  return state.leg.sid === leg.sid
    ? state
    : { ...state, leg: { ...leg, feedsAir: state.leg.feedsAir } };
}

function bridgedLegLeft(state: BridgedState, event: DeskEventOf<"operator.left">): DeskState {
  if (event.leg !== state.leg.sid) {
    return state;
  }
  return {
    ...toHeld(state, { holder: state.leg.holder, at: event.at, unattended: !event.released }),
    goneLegs: withGoneLeg(state, event.leg),
  };
}

function cutOff(state: BridgedState, event: DeskEventOf<"operator.cut_off">): DeskState {
  if (event.leg !== state.leg.sid) {
    return state;
  }
  const interruption = { until: event.until, wasOnAir: state.status === "on_air" };
  return {
    ...toHeld(state, { holder: state.leg.holder, at: event.at, interruption }),
    goneLegs: withGoneLeg(state, event.leg),
  };
}

function onAir(state: BridgedState, feedsAir: boolean, at: string): BridgedState {
  const status = feedsAir ? "on_air" : "screening";
  return state.status === status
    ? state
    : { ...state, status, since: at, leg: { ...state.leg, feedsAir } };
}

function hungUpBridged(state: BridgedState, event: DeskEventOf<"hung_up">): DeskState {
  if (state.leaving !== null) {
    return state;
  }
  const { by, until } = event;
  const leaving = { reason: "operator_hung_up", by, until, wasBridged: true } as const;
  if (until === null || state.status === "on_air") {
    return { ...state, leaving: { ...leaving, until: null } };
  }
  return {
    ...toHeld(state, { holder: state.leg.holder, at: event.at }),
    leaving,
    claim: null,
    goneLegs: withGoneLeg(state, state.leg.sid),
  };
}

/** An outbound call is on its line before it has a leg. Until then the claim counts as the leg. */
function dialled(state: BridgedState, { leg }: DeskEventOf<"dialled">): BridgedState {
  return state.claim !== null && state.claim.id === state.leg.sid
    ? { ...state, claim: null, leg }
    : state;
}

function unanswered(state: BridgedState): DeskState {
  if (state.status === "on_air") {
    return state;
  }
  const queued = {
    ...copyMarks(state),
    claim: null,
    leg: null,
    goneLegs: withGoneLeg(state, state.leg.sid),
  };
  return state.verified
    ? { ...queued, status: "ready", since: state.since }
    : { ...queued, status: "waiting" };
}
