import { createSelector } from "@reduxjs/toolkit";
import { shallowEqual } from "react-redux";

import { type AirChecks, type Call, type DeviceLine, mergeQueues } from "@linedesk/contract";
import type { AnsweredDirectCall } from "../softphone/direct-calls.ts";
import type { LineLeg } from "../softphone/line-leg.ts";
import { createOrderKeeper } from "./create-order-keeper.ts";
import type { RootState } from "./store.ts";

/** Live calls of the open station in the one order. */
export const selectOrderedCalls = createSelector(
  [(state: RootState) => state.calls.byId],
  createOrderKeeper(),
);

/** Each watched station has its own order keeper, which stores the order from event to event. */
const keepers = new Map<string, ReturnType<typeof createOrderKeeper>>();

function keepOrder(station: string, byId: Record<string, Call>): Call[] {
  const keeper = keepers.get(station) ?? createOrderKeeper();
  keepers.set(station, keeper);
  return keeper(byId);
}

/** Live calls of every watched station, each station in its own order. */
export const selectQueueCalls = createSelector(
  [selectOrderedCalls, (state: RootState) => state.watched.byStation],
  (open, watched): Call[] => {
    const others = Object.entries(watched).map(([station, { byId }]) => keepOrder(station, byId));
    return others.length === 0 ? open : mergeQueues([open, ...others]);
  },
);

export function selectStationCalls(state: RootState, station: string): Record<string, Call> {
  return station === state.calls.station
    ? state.calls.byId
    : (state.watched.byStation[station]?.byId ?? {});
}

export function selectLeg(state: RootState, line: DeviceLine): LineLeg | null {
  return line === "line1" ? state.desk.ongoing_call1 : state.desk.ongoing_call2;
}

/** Returns the answered direct call of the line's own softphone; `null` while it rings. */
export function selectAnsweredDirect(
  state: RootState,
  line: DeviceLine,
): AnsweredDirectCall | null {
  const direct = state.desk.direct[line];
  return direct === null || direct.status === "ringing" ? null : direct;
}

export function selectIsBusy(state: RootState, line: DeviceLine): boolean {
  return selectLeg(state, line) !== null || selectAnsweredDirect(state, line) !== null;
}

export function selectIsOnCall(state: RootState): boolean {
  return selectIsBusy(state, "line1") || selectIsBusy(state, "line2");
}

export function selectLineOf(state: RootState, call: string): DeviceLine | null {
  if (state.desk.ongoing_call1?.callId === call) {
    return "line1";
  }
  return state.desk.ongoing_call2?.callId === call ? "line2" : null;
}

/**
 * Returns the line on which this person has the call according to the server; `null` when another
 * person or nobody has it.
 */
export function selectHolderLine(state: RootState, call: string): DeviceLine | null {
  const desk = selectCall(state, call)?.desk;
  const holder = desk !== undefined && "holder" in desk ? desk.holder : null;
  return holder?.user === selectMe(state) ? holder.line : null;
}

export function selectActiveLine(state: RootState): DeviceLine {
  return state.desk.selected_device === 1 ? "line1" : "line2";
}

/** Finds a live or ended call of the open station or of a watched one, or a retained call. */
export function selectCall({ calls, watched }: RootState, id: string): Call | null {
  return (
    calls.byId[id] ??
    calls.ended.findLast((call) => call.id === id) ??
    findWatched(watched, id) ??
    calls.retained[id] ??
    null
  );
}

function findWatched({ byStation }: RootState["watched"], id: string): Call | undefined {
  for (const { byId, ended } of Object.values(byStation)) {
    const call = byId[id] ?? ended.findLast((one) => one.id === id);
    if (call !== undefined) {
      return call;
    }
  }
  return undefined;
}

export function selectIsLive({ calls, watched }: RootState, id: string): boolean {
  const call = calls.byId[id] ?? findWatched(watched, id) ?? calls.retained[id];
  return call !== undefined && call.desk.status !== "ended";
}

/** Returns the checks of a call, with those that the server has not answered yet. */
export function selectAirChecks({ desk }: RootState, call: Pick<Call, "id" | "air">): AirChecks {
  return { ...call.air, ...desk.airChecks[call.id] };
}

export function selectMe(state: RootState): string | null {
  return state.desk.session.status === "authenticated" ? state.desk.session.user.id : null;
}

/** Returns true for a caller whom nobody has taken yet and who is not leaving. */
export function isWaiting({ desk, claimedBy, leaving }: Call): boolean {
  const isQueued = desk.status === "waiting" || desk.status === "ready";
  return isQueued && claimedBy === null && leaving === null;
}

/** In a long queue most events do not change the result. Then nothing is drawn again. */
const sameWhenEqual = { memoizeOptions: { resultEqualityCheck: shallowEqual } };

export const selectAttendedCalls = createSelector(
  [selectQueueCalls],
  (calls): Call[] => calls.filter(({ desk }) => "holder" in desk),
  sameWhenEqual,
);

/**
 * Returns the call that this person has on this line, bridged or on hold; `null` without one, and
 * while it is unattended.
 */
export function selectMyCallOn(state: RootState, line: DeviceLine): Call | null {
  const me = selectMe(state);
  function isOnLine({ desk }: Call): boolean {
    const holder = "holder" in desk ? desk.holder : null;
    const isLeft = desk.status === "held" && desk.unattended;
    return holder?.user === me && holder.line === line && !isLeft;
  }
  return selectAttendedCalls(state).find(isOnLine) ?? null;
}

export interface Waiting {
  /** The first call of the one order. */
  first: Call | null;
  count: number;
  longestSince: string | null;
}

/** The first caller, the number of callers and the longest wait at all watched stations. */
export const selectWaiting = createSelector(
  [selectQueueCalls],
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
