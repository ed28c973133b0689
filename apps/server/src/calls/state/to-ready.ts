import {
  type BridgedState,
  copyMarks,
  type DeskEvent,
  type HeldState,
  type LiveDeskState,
  type ReadyState,
  toHeld,
  withGoneLeg,
} from "./desk-state.ts";

export function toReady(state: BridgedState | HeldState, at: string): ReadyState {
  return {
    ...copyMarks(state),
    status: "ready",
    since: at,
    leg: null,
    claim: null,
    goneLegs: state.leg === null ? state.goneLegs : withGoneLeg(state, state.leg.sid),
  };
}

export function toTakenOver(
  state: BridgedState | HeldState,
  event: DeskEventOf<"taken_over">,
): LiveDeskState {
  return state.claim?.id === event.claim.id
    ? state
    : {
        ...toHeld(state, { holder: event.claim.holder, at: event.at }),
        claim: event.claim,
        goneLegs: state.leg === null ? state.goneLegs : withGoneLeg(state, state.leg.sid),
      };
}

export function withVerified<S extends BridgedState | HeldState>(state: S, verified: boolean): S {
  return state.verified === verified ? state : { ...state, verified };
}

export type DeskEventOf<T extends DeskEvent["type"]> = Extract<DeskEvent, { type: T }>;

export type SpecificEvent = Exclude<DeskEvent, { type: CommonEventType }>;

type CommonEventType = "caller.left" | "operator.claimed" | "claim.lapsed" | "caller.joined";
