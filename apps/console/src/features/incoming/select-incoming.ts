import { createSelector } from "@reduxjs/toolkit";

import type { Call, DeviceLine } from "@linedesk/contract";
import { selectActiveLine, selectWaiting } from "../../client/store/select-calls.ts";
import { selectOffer } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";

/** What comes in, whose page has no desk. */
export type Incoming =
  | { type: "offered"; call: Call; line: DeviceLine }
  | { type: "direct"; line: DeviceLine; from: string; since: string }
  | { type: "waiting"; call: Call };

/** What is for me alone comes first: a colleague's offer, then a call to my softphone [AX8]. */
export const selectIncoming = createSelector(
  [
    selectActiveLine,
    (state: RootState) => selectOffer(state, "line1"),
    (state: RootState) => selectOffer(state, "line2"),
    (state: RootState) => state.desk.direct,
    (state: RootState) => selectWaiting(state).first,
  ],
  (active, line1, line2, direct, first): Incoming | null => {
    const lines: DeviceLine[] = active === "line1" ? ["line1", "line2"] : ["line2", "line1"];
    const offers = { line1, line2 };
    for (const line of lines) {
      const call = offers[line];
      if (call !== null) {
        return { type: "offered", call, line };
      }
    }
    for (const line of lines) {
      const ringing = direct[line];
      if (ringing?.status === "ringing") {
        return { type: "direct", line, from: ringing.from, since: ringing.since };
      }
    }
    return first === null ? null : { type: "waiting", call: first };
  },
);
