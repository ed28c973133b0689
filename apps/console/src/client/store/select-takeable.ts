import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import {
  type Call,
  findTakeable,
  reservesReadyForAir,
  reservesWaitingForScreeners,
  may,
} from "@linedesk/contract";
import { selectMe, selectOrderedCalls, selectQueueCalls } from "./select-calls.ts";
import { selectHiddenFlags } from "./select-hidden.ts";
import type { RootState } from "./store.ts";

export function selectReservesWaiting(state: RootState): boolean {
  return reserves(state, reservesWaitingForScreeners);
}

function selectReservesReady(state: RootState): boolean {
  return reserves(state, reservesReadyForAir);
}

function reserves(state: RootState, decide: typeof reservesReadyForAir): boolean {
  const own = state.desk.stations.find(({ id }) => id === state.calls.station)?.role;
  const seated = state.seats.members.map(({ role }) => role);
  return own !== undefined && decide(own, seated);
}

export interface Takeable {
  call: Call | null;
  skipped: number;
  /** Is true when all waiting callers wait for a screener, and this person is not a screener. */
  isForScreener: boolean;
}

const NOBODY: Call[] = [];

/** Callers of the other watched stations at which this person may take calls; they come last. */
const selectElsewhere = createSelector(
  [
    selectQueueCalls,
    selectOrderedCalls,
    (state: RootState) => state.calls.station,
    (state: RootState) => state.desk.stations,
  ],
  (calls, openCalls, open, stations): Call[] => {
    if (calls === openCalls) {
      return NOBODY;
    }
    const mine = new Set(stations.filter(({ role }) => may(role, "screen")).map(({ id }) => id));
    const others = calls.filter(({ station }) => station !== open && mine.has(station));
    return others.length === 0 ? NOBODY : others;
  },
);

/** The open station's callers come first, then those of other watched stations. */
export const selectTakeable = createSelector(
  [
    selectOrderedCalls,
    selectElsewhere,
    selectMe,
    selectHiddenFlags,
    selectReservesWaiting,
    selectReservesReady,
    (state: RootState) => state.desk.pending,
  ],
  (ordered, elsewhere, me, hidden, reservesWaiting, reservesReady, pending): Takeable => {
    const calls = ordered.filter(({ id }) => pending[id] !== "hang_up");
    const options = { hidden, reservesWaiting, reservesReady };
    const { call, skipped } = findTakeable(calls, me, options);
    if (call === null && elsewhere.length > 0) {
      // Only the server knows the seats of other stations, so it decides.
      const other = findTakeable(elsewhere, me, { hidden }).call;
      if (other !== null) {
        return { call: other, skipped, isForScreener: false };
      }
    }
    const isForScreener =
      call === null && reservesWaiting && findTakeable(calls, me, { hidden }).call !== null;
    return { call, skipped, isForScreener };
  },
  // Most events do not change whom Next takes: then nothing is drawn again.
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);
