import { createSelector } from "@reduxjs/toolkit";

import { type HiddenFlags, isHiddenCall, MOST_STATION_FLAGS } from "@linedesk/contract";
import { selectMe, selectQueueCalls, selectStationCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

export const selectHiddenFlags = createSelector(
  [(state: RootState) => state.hiddenFlags.flags, (state: RootState) => state.watched.byStation],
  // A flag belongs to one station, so the flags of several stations form one set.
  (flags, watched): HiddenFlags =>
    new Set([...flags, ...Object.values(watched).flatMap((station) => station.hiddenFlags)]),
);

/**
 * Returns the hidden flags of a station: first those of present callers, then the others, for
 * callers who arrive later.
 */
export function selectHiddenAt(state: RootState, station: string): string[] {
  const hidden = selectHiddenFlags(state);
  const carried = Object.values(selectStationCalls(state, station))
    .flatMap(({ caller }) => caller.flagIds)
    .filter((flag) => hidden.has(flag));
  const isOpen = station === state.calls.station;
  const chosen = isOpen ? state.hiddenFlags.flags : state.watched.byStation[station]?.hiddenFlags;
  return [...new Set([...carried, ...(chosen ?? [])])].slice(0, MOST_STATION_FLAGS);
}

const NOBODY: ReadonlySet<string> = new Set();

export const selectHiddenCalls = createSelector(
  [selectQueueCalls, selectHiddenFlags, selectMe],
  (calls, hidden, me): ReadonlySet<string> =>
    hidden.size === 0
      ? NOBODY
      : new Set(calls.filter((call) => isHiddenCall(call, hidden, me)).map(({ id }) => id)),
);
