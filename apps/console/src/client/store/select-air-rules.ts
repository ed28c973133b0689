import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import type { AirRules } from "@linedesk/contract";
import type { RootState } from "./store.ts";

export const selectAirRules = createSelector(
  [({ calls }: RootState) => calls, ({ watched }: RootState) => watched.byStation],
  ({ station, air }, watched): Record<string, AirRules> => {
    const others = Object.entries(watched).map(([id, one]) => [id, one.air] as const);
    const all = [...others, [station ?? "", air] as const];
    return Object.fromEntries(all.flatMap(([id, rules]) => (rules === null ? [] : [[id, rules]])));
  },
  // Most events do not change the rules.
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);
