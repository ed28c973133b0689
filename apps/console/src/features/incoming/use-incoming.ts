import { createSelector } from "@reduxjs/toolkit";
import { useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import {
  useConsole,
  useRootState,
  useOpenStation,
  usePermissionAt,
  useStationById,
} from "../../client/ConsoleProvider.tsx";
import type { DirectCall } from "../../client/softphone/direct-calls.ts";
import { selectWaiting, selectActiveLine, selectIsBusy } from "../../client/store/select-calls.ts";
import { selectIdleLines, selectOffer } from "../../client/store/select-offers.ts";
import type { RootState } from "../../client/store/store.ts";
import { useBarredAt, useFedAt } from "../../client/use-barred-lines.ts";
import {
  createDirect,
  createIncomingCall,
  type Incoming,
  type IncomingView,
} from "./create-incoming-call.ts";

/**
 * Returns the call that rings the line's softphone; `null` if none rings or the line has a call.
 */
function selectRinging(state: RootState, line: DeviceLine): DirectCall | null {
  const direct = state.desk.direct[line];
  return direct?.status === "ringing" && !selectIsBusy(state, line) ? direct : null;
}

/** Calls for this person come first: a colleague's offer, then a call to the person's softphone. */
export const selectIncoming = createSelector(
  [
    selectActiveLine,
    selectIdleLines,
    (state: RootState) => selectOffer(state, "line1"),
    (state: RootState) => selectOffer(state, "line2"),
    (state: RootState) => selectRinging(state, "line1"),
    (state: RootState) => selectRinging(state, "line2"),
    (state: RootState) => selectWaiting(state).first,
  ],
  (active, idle, line1, line2, ringing1, ringing2, first): Incoming | null => {
    const lines: DeviceLine[] = active === "line1" ? ["line1", "line2"] : ["line2", "line1"];
    const offers = { line1, line2 };
    const ringing = { line1: ringing1, line2: ringing2 };
    for (const line of lines) {
      const call = offers[line];
      if (call !== null) {
        return { type: "offered", call, lines: idle.length === 0 ? [line] : idle };
      }
    }
    for (const line of lines) {
      const call = ringing[line];
      if (call !== null) {
        return { type: "direct", line, from: call.from, since: call.since };
      }
    }
    return first === null ? null : { type: "waiting", call: first };
  },
);

/**
 * Returns the incoming call for this person, or else the first waiting caller. `answered` opens the
 * desk of the station.
 */
export function useIncoming(answered: (callSign: string) => void): IncomingView | null {
  const context = useConsole();
  const incoming = useRootState(selectIncoming);
  const count = useRootState((state) => selectWaiting(state).count);
  const at = incoming === null || incoming.type === "direct" ? "" : incoming.call.station;
  const [open, station] = [useOpenStation(), useStationById(at)];
  const mayAnswer = usePermissionAt(at, "screen");
  const mayReject = usePermissionAt(at, "reject");
  const barred = useBarredAt()(at);
  const fed = useFedAt()(at);
  return useMemo((): IncomingView | null => {
    if (incoming?.type === "direct") {
      const openDesk = () => open === null || answered(open.callSign);
      return createDirect(incoming, { ...context, openDesk });
    }
    if (incoming === null || station === null) {
      return null;
    }
    const { callSign } = station;
    const others = incoming.type === "waiting" ? count - 1 : count;
    const openDesk = () => answered(callSign);
    const destination = { station: callSign, others, mayAnswer, mayReject, barred, fed, openDesk };
    return createIncomingCall(context.desk, incoming, destination);
  }, [context, incoming, count, open, station, mayAnswer, mayReject, answered, barred, fed]);
}
