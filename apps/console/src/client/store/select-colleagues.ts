import { createSelector } from "@reduxjs/toolkit";

import type { SeatMember } from "./seats-slice.ts";
import { selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";

/** Somebody else who has the station open. */
export type Colleague = SeatMember;

/** Those of the station's presence channel who are not me, by name [LN23]. */
export const selectColleagues = createSelector(
  [(state: RootState) => state.seats.members, selectMe],
  (members, me): Colleague[] =>
    members.filter(({ user }) => user !== me).toSorted((a, b) => a.name.localeCompare(b.name)),
);
