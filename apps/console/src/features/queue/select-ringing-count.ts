import { createSelector } from "@reduxjs/toolkit";

import { deriveDisplayState } from "../../client/store/derive-display-state.ts";
import { selectMe, selectQueueCalls } from "../../client/store/select-calls.ts";
import { selectHiddenCalls } from "../../client/store/select-hidden.ts";

/** Counts the visible callers of the watched stations who wait for a first answer. */
export const selectRingingCount = createSelector(
  [selectQueueCalls, selectHiddenCalls, selectMe],
  (calls, hidden, me): number =>
    calls.filter(
      (call) =>
        call.callBack === null &&
        deriveDisplayState(call, me) === "ringing" &&
        !hidden.has(call.id),
    ).length,
);
