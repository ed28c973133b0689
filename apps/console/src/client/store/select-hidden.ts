import { createSelector } from "@reduxjs/toolkit";

import { type HiddenFlags, isHiddenCall } from "@linedesk/contract";
import { selectMe, selectQueueCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** Flags whose callers this browser has out of the list. */
export const selectHiddenFlags = createSelector(
  [(state: RootState) => state.hiddenFlags.flags, (state: RootState) => state.watched.byStation],
  // A flag is of one station: those of several are one set.
  (flags, watched): HiddenFlags =>
    new Set([...flags, ...Object.values(watched).flatMap((station) => station.hiddenFlags)]),
);

const NOBODY: ReadonlySet<string> = new Set();

/** Ids of the calls that are out of the list. */
export const selectHiddenCalls = createSelector(
  [selectQueueCalls, selectHiddenFlags, selectMe],
  (calls, hidden, me): ReadonlySet<string> =>
    hidden.size === 0
      ? NOBODY
      : new Set(calls.filter((call) => isHiddenCall(call, hidden, me)).map(({ id }) => id)),
);
