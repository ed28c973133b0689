import { createSelector } from "@reduxjs/toolkit";

import type { AirRules } from "@linedesk/contract";
import type { RootState } from "./store.ts";

export type RolePreset = AirRules["presets"];

const NONE: RolePreset = [];

/** Selects the lines of the default preset of the role; empty without such a preset. */
export const selectRolePreset = createSelector(
  [
    ({ calls }: RootState) => calls.air?.presets ?? NONE,
    ({ calls, desk }: RootState) => desk.stations.find(({ id }) => id === calls.station)?.role,
  ],
  (presets, role): RolePreset => {
    const own = presets.filter(({ seatOf }) => seatOf !== undefined && seatOf === role);
    return own.length === 0 ? NONE : own;
  },
);
