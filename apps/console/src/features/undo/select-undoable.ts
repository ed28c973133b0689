import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import { type Call, undoTimes } from "@linedesk/contract";
import { isUndoable } from "../../client/actions/is-undoable.ts";
import {
  type OwnBulkRejection,
  selectBulkRejections,
} from "../../client/desk/leaving/select-bulk-rejections.ts";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectMe, selectQueueCalls } from "../../client/store/select-calls.ts";

export type Undoable = { id: string; sinceMs: number; windowMs: number } & (
  | { reason: "rejected" | "ended"; name: string }
  | { reason: "bulk"; rejection: number; count: number }
);

/** The actions of this person that can be undone, the newest at the end. */
export const selectUndoable = createSelector(
  [selectQueueCalls, selectMe, selectBulkRejections],
  (calls, me, rejections): Undoable[] => {
    const together = new Set(rejections.flatMap(({ going }) => going));
    const alone = calls.filter(
      (call) => isUndoable(call) && call.leaving?.by?.user === me && !together.has(call),
    );
    const bulks = rejections.flatMap(describeBulk);
    return [...alone.map(describeOne), ...bulks].toSorted(
      (one, other) => one.sinceMs - other.sinceMs,
    );
  },
  { memoizeOptions: { resultEqualityCheck: areSame } },
);

function describeOne(call: Call): Undoable {
  const reason = call.leaving?.reason === "rejected" ? "rejected" : "ended";
  const windowMs = reason === "rejected" ? undoTimes.rejectMs : undoTimes.endMs;
  const sinceMs = findStart(call, windowMs);
  return { id: call.id, reason, name: describeCaller(call), windowMs, sinceMs };
}

function describeBulk({ id, status, going }: OwnBulkRejection): Undoable[] {
  if (status !== "rejected" || going.length === 0) {
    return [];
  }
  const sinceMs = Math.max(...going.map((call) => findStart(call, undoTimes.rejectMs)));
  const what = { reason: "bulk", rejection: id, count: going.length } as const;
  return [{ id: `bulk:${id}`, ...what, windowMs: undoTimes.rejectMs, sinceMs }];
}

function findStart({ leaving }: Call, windowMs: number): number {
  return Date.parse(leaving?.until ?? "") - windowMs - undoTimes.graceMs;
}

function areSame(one: readonly Undoable[], other: readonly Undoable[]): boolean {
  return (
    one.length === other.length &&
    one.every((undoable, index) => shallowEqual(undoable, other[index]))
  );
}
