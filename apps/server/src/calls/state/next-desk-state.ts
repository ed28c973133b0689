import type { EventOf, SpecificEvent } from "./desk-steps.ts";
import {
  talking,
  type DeskEvent,
  type DeskState,
  type LiveDeskState,
  type TalkingState,
} from "./desk-state.ts";
import { nextInQueue } from "./next-in-queue.ts";
import { nextWhenHeld } from "./next-when-held.ts";
import { nextWhenTalking } from "./next-when-talking.ts";

/**
 * The desk state after the event: pure and total. Answers the same object when the event changes
 * nothing, as a late or repeated one does [CA6-CA12].
 */
export const nextDeskState = (state: DeskState, event: DeskEvent): DeskState => {
  if (state.status === "ended") return state;
  if (event.type === "caller.left") return callerLeft(state, event);
  if (event.type === "operator.claimed") return claimed(state, event);
  if (event.type === "caller.joined") return callerJoined(state, event);
  if (event.type === "claim.lapsed")
    return state.claim?.id === event.claim ? { ...state, claim: null } : state;
  return afterSpecific(state, event);
};

const callerLeft = (state: LiveDeskState, event: EventOf<"caller.left">): DeskState => ({
  status: "ended",
  reason: state.leaving ?? event.reason,
  at: event.at,
  verified: state.verified,
});

const callerJoined = (state: LiveDeskState, event: EventOf<"caller.joined">): DeskState =>
  state.status === "on_air" || sameLeg(state, event.leg.sid)
    ? state
    : talking(state, event.leg, event.at);

const afterSpecific = (state: LiveDeskState, event: SpecificEvent): DeskState => {
  switch (state.status) {
    case "waiting":
    case "ready":
      return nextInQueue(state, event);
    case "screening":
    case "on_air":
      return nextWhenTalking(state, event);
    case "held":
      return nextWhenHeld(state, event);
  }
};

const isTalking = (state: LiveDeskState): state is TalkingState =>
  state.status === "screening" || state.status === "on_air";

const sameLeg = (state: LiveDeskState, sid: string): boolean =>
  isTalking(state) && state.leg.sid === sid;

const claimed = (state: LiveDeskState, event: EventOf<"operator.claimed">): LiveDeskState =>
  isTalking(state) || state.claim?.id === event.claim.id ? state : { ...state, claim: event.claim };
