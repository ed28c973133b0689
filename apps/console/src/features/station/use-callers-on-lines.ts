import { createSelector } from "@reduxjs/toolkit";

import { useRootState } from "../../client/ConsoleProvider.tsx";
import { selectCall, selectLeg } from "../../client/store/select-calls.ts";
import type { RootState } from "../../client/store/store.ts";

const lines = ["line1", "line2"] as const;

const selectCallersOnLines = createSelector(
  [(state: RootState) => state],
  (state) =>
    lines.flatMap((line) => {
      const id = selectLeg(state, line)?.callId;
      const caller = id === undefined ? undefined : selectCall(state, id)?.caller;
      return id === undefined ? [] : [caller?.name ?? caller?.numberDisplay ?? ""];
    }),
  { memoizeOptions: { resultEqualityCheck: haveSameNames } },
);

function haveSameNames(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

export function useCallersOnLines(): string[] {
  return useRootState(selectCallersOnLines);
}
