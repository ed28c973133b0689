import type { Call } from "@linedesk/contract";
import { isWaiting } from "../store/select-calls.ts";
import { bindKeys } from "./bind-keys.ts";
import type { TakeDefinition } from "./desk-action.ts";
import { isHeldByUser } from "./is-held-by-user.ts";

/** Returns true for a waiting call, and for one that a colleague offers to this person. */
function isFree(call: Call, me: string | null): boolean {
  const isMine = call.offer !== null && call.offer.to.user === me;
  return isMine || isWaiting(call);
}

function isAlone(call: Call, me: string | null): boolean {
  const { desk, marks, leaving, claimedBy } = call;
  const isUnattended = desk.status === "held" && desk.unattended && claimedBy === null;
  // A lock protects from colleagues, and not from the person who had the call.
  const isOpen = !marks.locked || isHeldByUser(call, me);
  return isUnattended && isOpen && leaving === null;
}

function canTakeOver(call: Call, me: string | null): boolean {
  const { desk, marks, leaving, offer, conference } = call;
  const isAttended = desk.status === "screening" || (desk.status === "held" && !desk.unattended);
  const isTheirs = isAttended && desk.holder !== null && desk.holder.user !== me;
  return isTheirs && !marks.locked && leaving === null && offer === null && conference === null;
}

/** Returns true for a caller whom this person has on hold. */
export function isResumable(call: Call, me: string | null): boolean {
  const isHeld = call.desk.status === "held" && !call.desk.unattended && isHeldByUser(call, me);
  return isHeld && call.offer === null && call.leaving === null;
}

/** The time until the name has the focus after an answer. */
export const ANSWER_OPENS_MS = 600;

/** The actions that bring a call of the queue to a line. */
export const takeActions = {
  accept: {
    // An answer from the queue moves the focus to the name of the caller.
    keys: [bindKeys.inQueue("answer", "a", { opensFieldMs: ANSWER_OPENS_MS })],
    permission: "screen",
    isPossible: isFree,
    run: (desk, { id }, line) => desk.actions.accept(id, line),
  },
  take_over: {
    keys: [],
    permission: "screen",
    isPossible: isAlone,
    run: (desk, { id }, line) => desk.actions.takeOver(id, line),
  },
  /**
   * Takes the call from the colleague who talks with the caller off air, or who has the caller on
   * hold. Only the menu offers it.
   */
  takeFrom: {
    keys: [],
    onlyInMenu: true,
    permission: "air",
    isPossible: canTakeOver,
    run: (desk, { id }, line) => desk.actions.takeOver(id, line),
  },
  resume: {
    keys: [],
    permission: null,
    isPossible: isResumable,
    run: (desk, { id }, line) => desk.actions.resume(id, line),
  },
} as const satisfies Record<string, TakeDefinition>;

export type TakeAction = keyof typeof takeActions;

export const takeIds = Object.keys(takeActions) as TakeAction[];

export function defineTake(id: TakeAction): TakeDefinition {
  return takeActions[id];
}
