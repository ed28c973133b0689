import type { EndReason, Holder } from "@linedesk/contract";

export interface DeskLeg {
  sid: string;
  holder: Holder;
  feedsAir: boolean;
}

export interface DeskClaim {
  id: string;
  holder: Holder;
}

export const LEAVING_REASONS = ["rejected", "operator_hung_up"] as const;
type LeavingReason = (typeof LEAVING_REASONS)[number];

export type Person = Pick<Holder, "user" | "name">;

export interface Leaving {
  reason: LeavingReason;
  by: Person | null;
  until: string | null;
  wasBridged: boolean;
}

export interface Offer {
  to: Person;
  from: Holder;
  until: string;
  wasBridged: boolean;
}

export interface DeskMarks {
  verified: boolean;
  leaving: Leaving | null;
  claim: DeskClaim | null;
  /** The last eight legs that left, so that their late events change nothing. */
  goneLegs: readonly string[];
}

export type WaitingState = DeskMarks & { status: "waiting"; leg: DeskLeg | null };
export type ReadyState = DeskMarks & { status: "ready"; since: string; leg: DeskLeg | null };
export type BridgedState = DeskMarks & {
  status: "screening" | "on_air";
  since: string;
  leg: DeskLeg;
};
export type HeldState = DeskMarks & {
  status: "held";
  since: string;
  holder: Holder | null;
  leg: DeskLeg | null;
  unattended: boolean;
  /** The leg whose media is lost. Only its return resumes the caller. */
  silentLeg: string | null;
  offer: Offer | null;
  /** Is set while the holder's console brings the call back after a restart of the exchange. */
  interruption?: Interruption;
};
export interface Interruption {
  /** The call is unattended after this time. */
  until: string;
  wasOnAir: boolean;
}
export interface EndedState {
  status: "ended";
  reason: EndReason;
  at: string;
  verified: boolean;
}

export type DeskState = WaitingState | ReadyState | BridgedState | HeldState | EndedState;
export type LiveDeskState = Exclude<DeskState, EndedState>;

export type DeskEvent =
  | { type: "operator.claimed"; claim: DeskClaim }
  | { type: "claim.lapsed"; claim: string }
  | { type: "operator.joined"; leg: DeskLeg }
  | { type: "caller.joined"; leg: DeskLeg; at: string }
  | { type: "operator.left"; leg: string; released: boolean; at: string }
  | { type: "operator.gone"; user: string; at: string }
  /** The exchange restarted and lost the leg. The call waits for the holder's console. */
  | { type: "operator.cut_off"; leg: string; until: string; at: string }
  /** The person put the interrupted call on hold, or the console did not bring it back in time. */
  | { type: "interruption.over"; unattended: boolean }
  | { type: "caller.left"; reason: EndReason; at: string }
  | { type: "caller.held"; at: string }
  | { type: "caller.resumed"; leg: DeskLeg | null; at: string }
  | { type: "operator.silent"; leg: string; at: string }
  | { type: "operator.returned"; leg: string; at: string }
  | { type: "moved_to_air"; at: string }
  | { type: "moved_off_air"; at: string }
  | { type: "swapped"; leg: DeskLeg }
  | { type: "verified"; at: string }
  | { type: "unverified" }
  | { type: "readied"; at: string }
  | { type: "offered"; to: Person; until: string; at: string }
  | { type: "offer.lapsed" }
  | { type: "taken_over"; claim: DeskClaim; at: string }
  /** `until` is `null` when undo is impossible, for example on air. */
  | { type: "hung_up"; by: Person; until: string | null; at: string }
  | { type: "rejected"; by: Person; until: string }
  | { type: "undone" }
  | { type: "undo.lapsed" }
  | { type: "dialled"; leg: DeskLeg; at: string }
  | { type: "unanswered" };

export function isQueued(state: DeskState): state is WaitingState | ReadyState {
  return state.status === "waiting" || state.status === "ready";
}

export function isBridged(state: DeskState): state is BridgedState {
  return state.status === "screening" || state.status === "on_air";
}

export const arrivedState: WaitingState = {
  status: "waiting",
  leg: null,
  verified: false,
  leaving: null,
  claim: null,
  goneLegs: [],
};

export function findDueTime(state: DeskState): string | null {
  if (state.status === "ended") {
    return null;
  }
  const held = state.status === "held" ? state : null;
  return state.leaving?.until ?? held?.offer?.until ?? held?.interruption?.until ?? null;
}

/** Copies the marks to the next state. The claim stays until its leg joins or its call ends. */
export function copyMarks(state: LiveDeskState): DeskMarks {
  return {
    verified: state.verified,
    leaving: state.leaving,
    claim: state.claim,
    goneLegs: state.goneLegs,
  };
}

export function withoutUndo<S extends LiveDeskState>(state: S): S {
  return state.leaving === null || state.leaving.until === null
    ? state
    : { ...state, leaving: { ...state.leaving, until: null } };
}

const REMEMBERED_LEGS = 8;
export function withGoneLeg(state: LiveDeskState, leg: string): readonly string[] {
  return [...state.goneLegs, leg].slice(-REMEMBERED_LEGS);
}

export function toBridged(state: LiveDeskState, leg: DeskLeg, at: string): DeskState {
  return state.goneLegs.includes(leg.sid)
    ? toHeld(state, { holder: leg.holder, at, unattended: true })
    : {
        ...copyMarks(state),
        claim: null,
        status: leg.feedsAir ? "on_air" : "screening",
        since: at,
        leg,
      };
}

export interface HeldOptions {
  holder: Holder | null;
  at: string;
  leg?: DeskLeg;
  unattended?: boolean;
  silentLeg?: string;
  interruption?: Interruption;
}

export function toHeld(state: LiveDeskState, how: HeldOptions): HeldState {
  return {
    ...copyMarks(state),
    status: "held",
    since: how.at,
    holder: how.holder,
    leg: how.leg ?? null,
    unattended: how.unattended ?? false,
    silentLeg: how.silentLeg ?? null,
    offer: null,
    ...(how.interruption === undefined ? {} : { interruption: how.interruption }),
  };
}

export function withoutInterruption(state: HeldState): HeldState {
  const { interruption: _over, ...rest } = state;
  return rest;
}
