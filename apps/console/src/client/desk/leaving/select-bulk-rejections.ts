import { createSelector } from "@reduxjs/toolkit";

import type { Call } from "@linedesk/contract";
import { isUndoable } from "../../actions/is-undoable.ts";
import type { BulkRejection } from "../../store/bulk-rejections-slice.ts";
import { selectMe, selectQueueCalls } from "../../store/select-calls.ts";
import type { RootState } from "../../store/store.ts";

export interface OwnBulkRejection extends BulkRejection {
  /** The calls that this person can still restore; every count derives from them. */
  going: Call[];
  /** The calls that can no longer be restored. */
  gone: string[];
}

/** Selects this person's bulk rejections. A call that a colleague restored is in neither list. */
export const selectBulkRejections = createSelector(
  [selectQueueCalls, selectMe, (state: RootState) => state.bulkRejections.list],
  (calls, me, list): OwnBulkRejection[] => {
    const byId = new Map(calls.map((call) => [call.id, call]));
    return list.map((rejection) => {
      const found = rejection.calls.map((id) => byId.get(id) ?? null);
      const going = found.flatMap((call) => (isRejectedBy(call, me) ? call : []));
      const gone = rejection.calls.filter((_, index) => isGone(found[index] ?? null));
      return { ...rejection, going, gone };
    });
  },
);

export function selectBulkRejection(state: RootState, id: number | null): OwnBulkRejection | null {
  return selectBulkRejections(state).find((one) => one.id === id) ?? null;
}

function isRejectedBy(call: Call | null, me: string | null): call is Call {
  return isUndoable(call) && call?.leaving?.reason === "rejected" && call.leaving.by?.user === me;
}

function isGone(call: Call | null): boolean {
  return call === null || call.desk.status === "ended" || call.leaving?.until === null;
}
