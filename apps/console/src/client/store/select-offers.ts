import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import type { Call, DeviceLine } from "@linedesk/contract";
import { selectActiveLine, selectLeg, selectMe } from "./select-calls.ts";
import type { RootState } from "./store.ts";
import { surveyCalls } from "./survey-calls.ts";

export const selectOfferedCalls = createSelector(
  [(state: RootState) => state.calls.byId, (state: RootState) => state.watched.byStation],
  (open, watched): Call[] =>
    [open, ...Object.values(watched).map(({ byId }) => byId)].flatMap(
      (byId) => surveyCalls(byId).offered,
    ),
  // Most events change no offer.
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
);

/** The calls that are offered to this person; the offer that expires first comes first. */
export const selectMyOffers = createSelector([selectOfferedCalls, selectMe], (offered, me) =>
  offered
    .filter(({ offer }) => offer?.to.user === me)
    .toSorted(
      (a, b) =>
        Number(offeredUntil(a) > offeredUntil(b)) - Number(offeredUntil(a) < offeredUntil(b)),
    ),
);

function offeredUntil({ offer }: Call): string {
  return offer?.until ?? "";
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

function isIdle(state: RootState, line: DeviceLine): boolean {
  return selectLeg(state, line) === null && state.desk.direct[line] === null;
}

/** The lines without a call, the selected one first. */
export const selectIdleLines = createSelector(
  [
    selectActiveLine,
    (state: RootState) => isIdle(state, "line1"),
    (state: RootState) => isIdle(state, "line2"),
  ],
  (active, line1, line2): DeviceLine[] => {
    const idle = { line1, line2 };
    return [active, otherOf[active]].filter((line) => idle[line]);
  },
);

/**
 * Returns the offer that this line shows. The first offer is on the selected line if it is idle,
 * otherwise on the other line; a second offer needs a second idle line.
 */
export function selectOffer(state: RootState, line: DeviceLine): Call | null {
  const offers = selectMyOffers(state);
  const [first = null, second = null] = offers;
  if (first === null) {
    return null;
  }
  const idle = selectIdleLines(state);
  if (idle.length === 0) {
    return line === selectActiveLine(state) ? null : first;
  }
  if (idle[0] === line) {
    return first;
  }
  return idle[1] === line ? second : null;
}
