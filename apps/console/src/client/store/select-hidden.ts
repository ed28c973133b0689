import { createSelector } from "@reduxjs/toolkit";

import { type HiddenFlags, isHiddenCall } from "@linedesk/contract";
import { selectMe, selectOrderedCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** Flags whose callers this browser has out of the list. */
export const selectHiddenFlags = createSelector(
  [(state: RootState) => state.hiddenFlags.flags],
  (flags): HiddenFlags => new Set(flags),
);

const NOBODY: ReadonlySet<string> = new Set();

/** Ids of the calls that are out of the list. */
export const selectHiddenCalls = createSelector(
  [selectOrderedCalls, selectHiddenFlags, selectMe],
  (calls, hidden, me): ReadonlySet<string> =>
    hidden.size === 0
      ? NOBODY
      : new Set(calls.filter((call) => isHiddenCall(call, hidden, me)).map(({ id }) => id)),
);
