import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import type { Call } from "@linedesk/contract";
import { selectAttendedCalls, selectCall, selectLeg, selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";

function selectCarried(state: RootState, line: "line1" | "line2"): Call | null {
  return selectCall(state, selectLeg(state, line)?.callId ?? "");
}

const selectCallsOnLines = createSelector(
  [
    selectAttendedCalls,
    (state: RootState) => selectCarried(state, "line1"),
    (state: RootState) => selectCarried(state, "line2"),
  ],
  (attended, ...lines): Call[] => {
    const carried = lines.filter((call) => call !== null);
    const rooms = new Set(carried.flatMap(({ conference }) => conference?.id ?? []));
    const members = attended.filter(({ conference }) => rooms.has(conference?.id ?? ""));
    return [...new Set([...carried, ...members])];
  },
);

function isLimited(call: Call): boolean {
  return findDialEnd(call) !== null;
}

const sameWhenEqual = { memoizeOptions: { resultEqualityCheck: shallowEqual } };

const selectDialsOnLines = createSelector(
  [selectCallsOnLines],
  (calls): Call[] => calls.filter(isLimited),
  sameWhenEqual,
);

/** The dialled calls that this person has and that are on no line. */
const selectHeldDials = createSelector(
  [selectAttendedCalls, selectCallsOnLines, selectMe],
  (attended, onLines, me): Call[] =>
    attended.filter((call) => {
      const holder = "holder" in call.desk ? call.desk.holder : null;
      return isLimited(call) && holder?.user === me && !onLines.includes(call);
    }),
  sameWhenEqual,
);

export const selectOwnDials = createSelector(
  [selectDialsOnLines, selectHeldDials],
  (onLines, held) => ({ onLines, held }),
);

/** Returns the time limit of a dialled call; `null` when it has none or is over. */
export function findDialEnd({ dial, desk }: Call): string | null {
  return desk.status === "ended" ? null : (dial?.endsAt ?? null);
}
