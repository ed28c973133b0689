import type { Call, DeviceLine, Permission } from "@linedesk/contract";
import type { ActingDesk, CallAction } from "./desk-action.ts";
import { defineLeave, type LeaveAction, leaveIds } from "./leave-actions.ts";
import { defineTake, type TakeAction, takeIds } from "./take-actions.ts";

/** The actions on a call that are possible now. An action that is `null` is not drawn. */
export type Takes = Readonly<Record<TakeAction, ((line: DeviceLine) => void) | null>>;
export type Leaves = Readonly<Record<LeaveAction, (() => void) | null>>;

interface Viewer {
  desk: ActingDesk;
  me: string | null;
  may: (permission: Permission) => boolean;
}

function isOffered(
  { permission, isPossible }: CallAction,
  call: Call,
  { me, may }: Viewer,
): boolean {
  return (permission === null || may(permission)) && isPossible(call, me);
}

export function bindTakes(call: Call, viewer: Viewer): Takes {
  return forEach(takeIds, (id) => {
    const take = defineTake(id);
    return isOffered(take, call, viewer)
      ? (line: DeviceLine) => void take.run(viewer.desk, call, line)
      : null;
  });
}

export function bindLeaves(call: Call, viewer: Viewer): Leaves {
  return forEach(leaveIds, (id) => {
    const leave = defineLeave(id);
    return isOffered(leave, call, viewer) ? () => void leave.run(viewer.desk, call) : null;
  });
}

export type RowAction = Exclude<TakeAction, "takeFrom">;

const rowActions = takeIds.filter((id): id is RowAction => defineTake(id).onlyInMenu !== true);

/** Returns the action of the button that takes the caller; `null` when none is possible. */
export function chooseTake(takes: Takes): RowAction | null {
  return rowActions.find((id) => takes[id] !== null) ?? null;
}

export const noTakes: Takes = forEach(takeIds, () => null);
export const noLeaves: Leaves = forEach(leaveIds, () => null);

function forEach<Id extends string, Bound>(
  ids: readonly Id[],
  bind: (id: Id) => Bound,
): Record<Id, Bound> {
  return Object.fromEntries(ids.map((id) => [id, bind(id)])) as Record<Id, Bound>;
}
