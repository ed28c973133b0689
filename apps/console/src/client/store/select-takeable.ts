import { createSelector } from "@reduxjs/toolkit";

import { type Call, leavesWaitingToScreeners, listTakeable } from "@linedesk/contract";
import { selectMe, selectOrderedCalls } from "./select-calls.ts";
import { selectHiddenFlags } from "./select-hidden.ts";
import type { RootState } from "./store.ts";

/** Whether Next of this seat leaves waiting callers to a screener [QU3]. */
export function selectLeavesWaiting(state: RootState): boolean {
  const own = state.desk.stations.find(({ id }) => id === state.calls.station)?.role;
  const seated = state.seats.members.map(({ role }) => role);
  return own !== undefined && leavesWaitingToScreeners(own, seated);
}

export interface Takeable {
  /** Whom Next takes. */
  call: Call | null;
  /** How many callers hidden by flags would come before, and are skipped [QU16]. */
  skipped: number;
  /** Nobody else is left, and callers wait for the screener [QU3]. */
  isLeft: boolean;
}

/** Whom Next of this seat takes, and whom it passes over. */
export const selectTakeable = createSelector(
  [selectOrderedCalls, selectMe, selectHiddenFlags, selectLeavesWaiting],
  (calls, me, hidden, leavesWaiting): Takeable => {
    const [call = null] = listTakeable(calls, me, { hidden, leavesWaiting });
    const all = listTakeable(calls, me, { leavesWaiting });
    const before = call === null ? all.length : all.findIndex(({ id }) => id === call.id);
    const isLeft = call === null && leavesWaiting && listTakeable(calls, me, { hidden }).length > 0;
    return { call, skipped: before, isLeft };
  },
);
