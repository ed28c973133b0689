import { createSelector } from "@reduxjs/toolkit";

import { type Call, may, type Permission } from "@linedesk/contract";
import { selectQueueCalls } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/**
 * Selects the stations of the queue at which the person's role has the permission; none in a tab
 * that follows.
 */
function createStationsSelector(permission: Permission) {
  return createSelector(
    [
      (state: RootState) => state.desk.stations,
      (state: RootState) => state.calls.station,
      (state: RootState) => state.watched.byStation,
      (state: RootState) => state.seats.tab === "following",
    ],
    (stations, open, watched, isReading): ReadonlySet<string> => {
      const inQueue = stations.filter(({ id }) => id === open || id in watched);
      const mine = inQueue.filter(({ role }) => !isReading && may(role, permission));
      return new Set(mine.map(({ id }) => id));
    },
  );
}

export const selectAirStations = createStationsSelector("air");
/** The stations at which this person has the right to reject many calls in one request. */
export const selectDeskStations = createStationsSelector("desk");

export const selectRejectable = createSelector(
  [selectQueueCalls, selectDeskStations],
  (calls, stations): Call[] => calls.filter(({ station }) => stations.has(station)),
);

/** The live calls among the selected ones, in the order of selection. */
export const selectPickedCalls = createSelector(
  [selectQueueCalls, (state: RootState) => state.picked.calls],
  (calls, picked): Call[] => {
    const byId = new Map(calls.map((call) => [call.id, call]));
    return picked.flatMap((id) => byId.get(id) ?? []);
  },
);
