import { createSelector } from "@reduxjs/toolkit";

import type { AirRules } from "@linedesk/contract";
import type { RootState } from "./store.ts";

export type SeatPreset = AirRules["presets"];

const NONE: SeatPreset = [];

/** Returns the lines of the preset at which the role sits by default; empty without one. */
export const selectSeatPreset = createSelector(
  [
    ({ calls }: RootState) => calls.air?.presets ?? NONE,
    ({ calls, desk }: RootState) => desk.stations.find(({ id }) => id === calls.station)?.role,
  ],
  (presets, role): SeatPreset => {
    const own = presets.filter(({ seatOf }) => seatOf !== undefined && seatOf === role);
    return own.length === 0 ? NONE : own;
  },
);
