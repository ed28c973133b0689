import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import type { Call, DeviceLine } from "@linedesk/contract";
import type { LineLeg } from "../softphone/line-leg.ts";
import { createOrderKeeper } from "./create-order-keeper.ts";
import type { RootState } from "./store.ts";

/** Live calls of the open station in the one order for everybody. */
export const selectOrderedCalls = createSelector(
  [(state: RootState) => state.calls.byId],
  createOrderKeeper(),
);

export function selectLeg(state: RootState, line: DeviceLine): LineLeg | null {
  return line === "line1" ? state.desk.ongoing_call1 : state.desk.ongoing_call2;
}

/** The line that carries the call in this tab. */
export function selectLineOf(state: RootState, call: string): DeviceLine | null {
  if (state.desk.ongoing_call1?.callId === call) {
    return "line1";
  }
  return state.desk.ongoing_call2?.callId === call ? "line2" : null;
}

export function selectActiveLine(state: RootState): DeviceLine {
  return state.desk.selected_device === 1 ? "line1" : "line2";
}

/** A call by id: living, just ended, or carried over from a station that was open before. */
export function selectCall({ calls }: RootState, id: string): Call | null {
  return (
    calls.byId[id] ?? calls.ended.findLast((call) => call.id === id) ?? calls.retained[id] ?? null
  );
}

/** Whether the call goes on, as far as is known here. */
export function selectIsLive(state: RootState, id: string): boolean {
  const { byId, retained } = state.calls;
  return (byId[id] ?? retained[id])?.desk.status !== "ended" && (id in byId || id in retained);
}

export function selectMe(state: RootState): string | null {
  return state.desk.session.status === "authenticated" ? state.desk.session.user.id : null;
}

/** Who waits: not yet taken, or verified and not taken; whoever is about to go does not. */
export function isWaiting({ desk, claimedBy, leaving }: Call): boolean {
  const isQueued = desk.status === "waiting" || desk.status === "ready";
  return isQueued && claimedBy === null && leaving === null;
}

/** In a long queue most events change neither of these: then nothing of theirs is drawn anew. */
const sameWhenEqual = { memoizeOptions: { resultEqualityCheck: shallowEqual } };

/** Calls that somebody talks with, holds or has on air. */
export const selectAttendedCalls = createSelector(
  [selectOrderedCalls],
  (calls): Call[] => calls.filter(({ desk }) => "holder" in desk),
  sameWhenEqual,
);

export interface Waiting {
  /** The first of the one order. */
  first: Call | null;
  count: number;
  longestSince: string | null;
}

/** Who waits, in short. */
export const selectWaiting = createSelector(
  [selectOrderedCalls],
  (calls): Waiting => {
    let [first, count, longestSince]: [Call | null, number, string | null] = [null, 0, null];
    for (const call of calls) {
      if (!isWaiting(call)) {
        continue;
      }
      first ??= call;
      count += 1;
      if (longestSince === null || call.arrivedAt < longestSince) {
        longestSince = call.arrivedAt;
      }
    }
    return { first, count, longestSince };
  },
  sameWhenEqual,
);
