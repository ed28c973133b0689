import { expect, test } from "vitest";

import type { Role } from "@linedesk/contract";
import { aCall, STATION_ID } from "../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { stationsLoaded } from "./desk-slice.ts";
import { picksAdded } from "./picked-slice.ts";
import {
  selectAirStations,
  selectDeskStations,
  selectPickedCalls,
  selectRejectable,
} from "./select-picked.ts";
import { createStore } from "./store.ts";
import { stationWatched, watchedSnapshotLoaded } from "./watched-slice.ts";

const OTHER_ID = "0190a000-0000-7000-8000-0000000000a2";
const UNWATCHED_ID = "0190a000-0000-7000-8000-0000000000a3";
const here = [aCall(1), aCall(2)];
const there = [aCall(3, { station: OTHER_ID }), aCall(4, { station: OTHER_ID })];

/** Creates the state of the open station and a watched one, with two callers each. */
function aState(role: Role, roleThere: Role, picked: string[] = []) {
  const store = createStore();
  const station = { callSign: "2ZZ", name: "Sydney" };
  store.dispatch(
    stationsLoaded([
      { ...station, id: STATION_ID, role },
      { ...station, id: OTHER_ID, role: roleThere },
      { ...station, id: UNWATCHED_ID, role: "owner" },
    ]),
  );
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: here }));
  store.dispatch(stationWatched(OTHER_ID));
  store.dispatch(watchedSnapshotLoaded({ station: OTHER_ID, seq: 1, calls: there }));
  store.dispatch(picksAdded(picked));
  return store.getState();
}

test("[ST41] calls of another watched station can be rejected too if the person's role there allows it", () => {
  const idsOf = (role: Role, roleThere: Role) =>
    selectRejectable(aState(role, roleThere)).map(({ id }) => id);

  expect(idsOf("producer", "producer").toSorted()).toEqual(
    [...here, ...there].map(({ id }) => id).toSorted(),
  );
  expect(idsOf("producer", "screener")).toEqual(here.map(({ id }) => id));
  expect(idsOf("screener", "admin")).toEqual(there.map(({ id }) => id));
  expect(idsOf("presenter", "screener")).toEqual([]);
});

test("[ST41] selected calls can be of any watched station, and ended calls leave the selection", () => {
  const picked = [there[1]?.id ?? "", here[0]?.id ?? "", aCall(9).id];

  expect(selectPickedCalls(aState("producer", "producer", picked)).map(({ id }) => id)).toEqual(
    picked.slice(0, 2),
  );
});

test("[ST41] a right is checked at each station of the queue separately", () => {
  const state = aState("presenter", "producer");

  expect(selectAirStations(state)).toEqual(new Set([STATION_ID, OTHER_ID]));
  expect(selectDeskStations(state)).toEqual(new Set([OTHER_ID]));
});
