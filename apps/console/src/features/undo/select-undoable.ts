import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import type { Call } from "@linedesk/contract";
import {
  END_UNDO_MS,
  isRejectedBy,
  isUndoable,
  REJECT_UNDO_MS,
} from "../../client/desk/leaving.ts";
import type { BulkRejection } from "../../client/store/bulk-rejections-slice.ts";
import { selectMe, selectQueueCalls } from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";

/** Somebody who is about to go, or many by one press, whom the person can still bring back. */
export type Undoable = { id: string; sinceMs: number; windowMs: number } & (
  | { reason: "rejected" | "ended"; name: string }
  | { reason: "bulk"; rejection: number; count: number }
);

/** What I have done a moment ago: what came last stands last [AC4, AC12, AC35]. */
export const selectUndoable = createSelector(
  [selectQueueCalls, selectMe, (state: RootState) => state.bulkRejections.list],
  (calls, me, rejections): Undoable[] => {
    const together = new Set(rejections.flatMap((rejection) => rejection.calls));
    const alone = calls.filter(
      (call) => isUndoable(call) && call.leaving?.by?.user === me && !together.has(call.id),
    );
    const byId = new Map(calls.map((call) => [call.id, call]));
    const bulks = rejections.flatMap((rejection) => describeBulk(rejection, byId, me));
    return [...alone.map(describeOne), ...bulks].toSorted(
      (one, other) => one.sinceMs - other.sinceMs,
    );
  },
  { memoizeOptions: { resultEqualityCheck: areSame } },
);

function describeOne(call: Call): Undoable {
  const reason = call.leaving?.reason === "rejected" ? "rejected" : "ended";
  const windowMs = reason === "rejected" ? REJECT_UNDO_MS : END_UNDO_MS;
  const name = call.caller.name ?? call.caller.numberDisplay;
  return { id: call.id, reason, name, windowMs, sinceMs: findStart(call, windowMs) };
}

function describeBulk(
  { id, status, calls }: BulkRejection,
  byId: ReadonlyMap<string, Call>,
  me: string | null,
): Undoable[] {
  const going = calls
    .flatMap((call) => byId.get(call) ?? [])
    .filter((one) => isRejectedBy(one, me));
  if (status !== "rejected" || going.length === 0) {
    return [];
  }
  const sinceMs = Math.max(...going.map((call) => findStart(call, REJECT_UNDO_MS)));
  const what = { reason: "bulk", rejection: id, count: calls.length } as const;
  return [{ id: `bulk:${id}`, ...what, windowMs: REJECT_UNDO_MS, sinceMs }];
}

function findStart({ leaving }: Call, windowMs: number): number {
  return Date.parse(leaving?.until ?? "") - windowMs;
}

function areSame(one: readonly Undoable[], other: readonly Undoable[]): boolean {
  return (
    one.length === other.length &&
    one.every((undoable, index) => shallowEqual(undoable, other[index]))
  );
}
