import { createSelector } from "@reduxjs/toolkit";

import type { SeatMember } from "./seats-slice.ts";
import { selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** Another person who has the station open. */
export type Colleague = SeatMember;

/** The members of the station's presence channel without this person, sorted by name. */
export const selectColleagues = createSelector(
  [(state: RootState) => state.seats.members, selectMe],
  (members, me): Colleague[] =>
    members.filter(({ user }) => user !== me).toSorted((a, b) => a.name.localeCompare(b.name)),
);

export interface Recipients {
  colleagues: Colleague[];
  /** The call sign of a station that is not open, and whose members are therefore unknown here. */
  elsewhere: string | null;
}

/**
 * Selects the colleagues to whom a station's calls can be offered. There are none if the station is
 * not open here, because the people at the open station need not be its members.
 */
export const selectRecipientsAt = createSelector(
  [
    selectColleagues,
    (state: RootState) => state.calls.station,
    (state: RootState) => state.desk.stations,
  ],
  (colleagues, open, stations) =>
    (station: string): Recipients => {
      const callSign = stations.find(({ id }) => id === station)?.callSign ?? "";
      return station === open
        ? { colleagues, elsewhere: null }
        : { colleagues: [], elsewhere: callSign };
    },
);
