import type { EndReason, Holder } from "@linedesk/contract";

/** An operator's leg in the call's room. */
export interface DeskLeg {
  sid: string;
  holder: Holder;
  /** Whether what is on this line can be heard by the public. */
  feedsAir: boolean;
}

/** Somebody may connect one of his lines to the call. */
export interface DeskClaim {
  id: string;
  holder: Holder;
}

/** Why a call is about to go: it may still be saved by undo. */
export const LEAVING_REASONS = ["rejected", "operator_hung_up"] as const;
type LeavingReason = (typeof LEAVING_REASONS)[number];

/** What every live state carries. */
export interface DeskMarks {
  verified: boolean;
  leaving: LeavingReason | null;
  claim: DeskClaim | null;
  /** Legs that have left, so that a late word of them changes nothing. The last eight. */
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
  /** Who holds the call; when unattended, who had it last. */
  holder: Holder | null;
  /** The operator's leg that waits in the room, if one does. */
  leg: DeskLeg | null;
  unattended: boolean;
  /** The leg whose media went silent; only its return brings the caller back [CA14]. */
  silentLeg: string | null;
  offer: { to: Holder } | null;
};
export interface EndedState {
  status: "ended";
  reason: EndReason;
  at: string;
  verified: boolean;
}

/** Where the call is in the programme; each member carries only what exists then [CA4]. */
export type DeskState = WaitingState | ReadyState | BridgedState | HeldState | EndedState;
export type LiveDeskState = Exclude<DeskState, EndedState>;

export type DeskEvent =
  | { type: "operator.claimed"; claim: DeskClaim }
  | { type: "claim.lapsed"; claim: string }
  | { type: "operator.joined"; leg: DeskLeg }
  | { type: "caller.joined"; leg: DeskLeg; at: string }
  /** `released`: the operator asked for it, by switching lines or hanging up. */
  | { type: "operator.left"; leg: string; released: boolean; at: string }
  /** Who holds the call has neither a leg nor an open console any more. */
  | { type: "operator.gone"; user: string; at: string }
  | { type: "caller.left"; reason: EndReason; at: string }
  | { type: "caller.held"; at: string }
  | { type: "caller.resumed"; leg: DeskLeg | null; at: string }
  | { type: "operator.silent"; leg: string; at: string }
  | { type: "operator.returned"; leg: string; at: string }
  | { type: "moved_to_air"; at: string } // planned: [DS19]
  | { type: "moved_off_air"; at: string } // planned: [DS19]
  | { type: "verified"; at: string } // planned: [DS12]
  | { type: "unverified" } // planned: [DS33]
  | { type: "readied"; at: string } // planned: [DS13]
  | { type: "offered"; to: Holder; at: string } // planned: [DS17]
  | { type: "offer.lapsed" } // planned: [DS18]
  | { type: "taken_over"; claim: DeskClaim; at: string } // planned: [DS26]
  | { type: "hung_up"; undoable: boolean; at: string }
  | { type: "rejected" }
  | { type: "undone" } // planned: [DS22]
  /** The far end is rung: off air, whatever the line feeds [OB14]. */
  | { type: "dialled"; leg: DeskLeg; at: string }
  /** Who was to be rung back did not answer: the place in the queue is kept [OB20]. */
  | { type: "unanswered" };

/** Whether the caller stands in the station's queue. */
export function isQueued(state: DeskState): state is WaitingState | ReadyState {
  return state.status === "waiting" || state.status === "ready";
}

/** Whether caller and operator talk with each other. */
export function isBridged(state: DeskState): state is BridgedState {
  return state.status === "screening" || state.status === "on_air";
}

/** A call that has just arrived [CA5]. */
export const arrivedState: WaitingState = {
  status: "waiting",
  leg: null,
  verified: false,
  leaving: null,
  claim: null,
  goneLegs: [],
};

/** Marks of the next state: a claim, once its leg is in or its call is settled, is spent. */
export function copyMarks(state: LiveDeskState): DeskMarks {
  return {
    verified: state.verified,
    leaving: state.leaving,
    claim: state.claim,
    goneLegs: state.goneLegs,
  };
}

const REMEMBERED_LEGS = 8;
export function withGoneLeg(state: LiveDeskState, leg: string): readonly string[] {
  return [...state.goneLegs, leg].slice(-REMEMBERED_LEGS);
}

/** Talking on the leg, or held if the leg has left meanwhile. */
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
  };
}
