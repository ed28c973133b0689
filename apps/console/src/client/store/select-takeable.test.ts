import { expect, test } from "vitest";

import type { Call, Role } from "@linedesk/contract";
import { aCall, STATION_ID } from "../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { stationsLoaded } from "./desk-slice.ts";
import { hiddenFlagsSucceeded } from "./hidden-flags-slice.ts";
import { selectHiddenCalls } from "./select-hidden.ts";
import { selectReservesWaiting, selectTakeable } from "./select-takeable.ts";
import { createStore } from "./store.ts";

const nuisance = "0190a000-0000-7000-8000-0000000000f1";
const { caller } = aCall(1);
const flagged = { caller: { ...caller, flagIds: [nuisance] } };

function stateOf(calls: Call[], role: Role = "presenter") {
  const store = createStore();
  store.dispatch(stationsLoaded([{ id: STATION_ID, callSign: "2ZZ", name: "Sydney", role }]));
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls }));
  store.dispatch(hiddenFlagsSucceeded([nuisance]));
  return store.getState();
}

function withSeats(state: ReturnType<typeof stateOf>, ...roles: Role[]) {
  const members = roles.map((role) => ({ user: role, name: role, role }));
  return { ...state, seats: { ...state.seats, members } };
}

test("[QU16] Next skips hidden callers and counts how many it skips", () => {
  const [one, two, three] = [aCall(1, flagged), aCall(2, flagged), aCall(3)];

  expect(selectTakeable(stateOf([one, two, three]))).toEqual({
    call: three,
    skipped: 2,
    isForScreener: false,
  });
  expect(selectTakeable(stateOf([aCall(1), aCall(2, flagged)]))).toMatchObject({ skipped: 0 });
  expect(selectTakeable(stateOf([one]))).toEqual({ call: null, skipped: 1, isForScreener: false });
  expect(selectHiddenCalls(stateOf([one, three]))).toEqual(new Set([one.id]));
});

test("[QU3] with a screener at a seat, the presenter's Next takes no waiting caller and reports that they wait for the screener", () => {
  const ready = aCall(2, { desk: { status: "ready", since: aCall(2).arrivedAt } });
  const state = stateOf([aCall(1), ready]);

  expect(selectTakeable(withSeats(state, "presenter")).call?.id).toBe(ready.id);
  const waiting = stateOf([aCall(1)]);
  expect(selectTakeable(withSeats(waiting, "presenter")).call?.id).toBe(aCall(1).id);
  expect(selectTakeable(withSeats(waiting, "presenter", "screener"))).toEqual({
    call: null,
    skipped: 0,
    isForScreener: true,
  });
});

test("[QU3] the screener's own Next takes a waiting caller", () => {
  const state = stateOf([aCall(1)], "screener");

  expect(selectReservesWaiting(withSeats(state, "screener"))).toBe(false);
  expect(selectReservesWaiting(withSeats(stateOf([]), "presenter", "screener"))).toBe(true);
  expect(selectReservesWaiting(stateOf([]))).toBe(false);
});

test("[QU3] the screener's Next takes no ready caller while a person at a seat can put callers to air", () => {
  const desk = { status: "ready", since: "2026-11-21T10:01:00.000Z" } as const;
  const ready = aCall(2, { desk });
  const state = stateOf([aCall(1), ready], "screener");

  expect(selectTakeable(withSeats(state, "screener", "presenter")).call?.id).toBe(aCall(1).id);
  expect(selectTakeable(withSeats(state, "screener")).call?.id).toBe(ready.id);
  const alone = withSeats(stateOf([ready], "screener"), "presenter");
  expect(selectTakeable(alone)).toEqual({ call: null, skipped: 0, isForScreener: false });
});
