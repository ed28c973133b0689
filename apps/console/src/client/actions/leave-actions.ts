import { callBack } from "@linedesk/contract";
import { isWaiting } from "../store/select-calls.ts";
import { bindKeys } from "./bind-keys.ts";
import type { LeaveDefinition } from "./desk-action.ts";
import { isUndoable } from "./is-undoable.ts";
import { isResumable } from "./take-actions.ts";
import { undoSteps } from "./undo-steps.ts";

/** The actions on a call of the queue that need no line. */
export const leaveActions = {
  call_back: {
    menu: "plain",
    keys: [],
    permission: "dial",
    isPossible: (call) => isWaiting(call) && call.callBack === null && call.caller.number !== null,
    run: ({ actions }, { id }) =>
      actions.change({
        action: "call_back",
        call: id,
        ask: (http) => http.call(callBack, { body: { call: id } }),
      }),
  },
  reject: {
    menu: "danger",
    keys: [bindKeys.inQueue("reject", "Delete", { guarded: true })],
    permission: "reject",
    isPossible: (call) => isWaiting(call) && !call.marks.locked,
    run: (desk, { id }) => desk.actions.reject(id),
    undo: undoSteps.leaving,
  },
  /** Ends the call of a caller on hold, who need not be on a line. */
  end_held: {
    menu: "danger",
    keys: [],
    permission: null,
    isPossible: isResumable,
    run: ({ actions }, { id, desk }) =>
      actions.hangUp(id, ("holder" in desk ? desk.holder?.line : null) ?? "line1"),
  },
  /** Restores a caller whom the person has just rejected or hung up. */
  bring_back: {
    keys: [],
    permission: null,
    isPossible: (call, me) => isUndoable(call) && call.leaving?.by?.user === me,
    run: (desk, { id }) => desk.leaving.undo(id),
  },
} as const satisfies Record<string, LeaveDefinition>;

export type LeaveAction = keyof typeof leaveActions;

export const leaveIds = Object.keys(leaveActions) as LeaveAction[];

export function defineLeave(id: LeaveAction): LeaveDefinition {
  return leaveActions[id];
}

/** The actions that have a key in the queue. */
export type KeyedLeave = {
  [Id in LeaveAction]: (typeof leaveActions)[Id]["keys"] extends readonly [] ? never : Id;
}[LeaveAction];

export const keyedLeaves = leaveIds.filter(
  (id): id is KeyedLeave => defineLeave(id).keys.length > 0,
);
