import { expect, test } from "vitest";

import { type Call, defaultSettings, type Endpoint, type StationEvent } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { aCall, changed, STATION_ID } from "../../../testing/a-call.ts";
import { realtimeParts } from "../../realtime/realtime-parts.ts";
import type { ChannelListener } from "../../realtime/realtime.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { stationsLoaded } from "../../store/desk-slice.ts";
import {
  selectCall,
  selectIsLive,
  selectQueueCalls,
  selectWaiting,
} from "../../store/select-calls.ts";
import { selectHiddenCalls } from "../../store/select-hidden.ts";
import { selectTakeable } from "../../store/select-takeable.ts";
import { createStore } from "../../store/store.ts";
import { createArrivals } from "../ringing/arrivals.ts";
import { chooseWatched, MOST_WATCHED, WatchedStations } from "./watched-stations.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";
const NUISANCE = "0190a000-0000-7000-8000-000000000055";
const THIRD = "0190a000-0000-7000-8000-000000000044";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The server's state of a station, which the tests change. */
interface Snapshot {
  seq: number;
  calls: Call[];
}

function open(role: "presenter" | "screener" = "presenter") {
  const store = createStore();
  store.dispatch(
    stationsLoaded([
      { id: STATION_ID, callSign: "2ZZ", name: "Sydney", role },
      { id: OTHER, callSign: "3YY", name: "Melbourne", role: "screener" },
      { id: THIRD, callSign: "4XX", name: "Brisbane", role: "screener" },
    ]),
  );
  store.dispatch(stationOpened(STATION_ID));
  const listeners = new Map<string, ChannelListener>();
  const snapshots: Record<string, Snapshot> = {
    [OTHER]: { seq: 7, calls: [] },
    [THIRD]: { seq: 40, calls: [] },
  };
  const requested: string[] = [];
  const http = {
    call: (endpoint: Endpoint, { body }: { body?: { station: string } }) => {
      if (endpoint.id !== "subscribeCalls" || body === undefined) {
        return Promise.resolve({ items: [] });
      }
      requested.push(body.station);
      return Promise.resolve({ ...snapshots[body.station], ended: [] });
    },
  } as unknown as HttpClient;
  const refused: string[] = [];
  const watched = new WatchedStations({
    store,
    http,
    realtime: {
      subscribe: (channel, listener) => {
        listeners.set(channel, listener);
        return () => void listeners.delete(channel);
      },
    },
    readHiddenFlags: (station) => Promise.resolve(station === OTHER ? [NUISANCE] : []),
    timers: { batch: (flush) => flush(), schedule: () => () => undefined },
    onRefused: () => void refused.push("refused"),
  });
  watched.open(realtimeParts);
  async function subscribed(station: string): Promise<void> {
    listeners.get(`private-station-${station}`)?.onSubscribed();
    await settle();
  }
  function receive(station: string, event: StationEvent): void {
    listeners.get(`private-station-${station}`)?.onEvent(event.type, event);
  }
  function choose(callStations: string[]): void {
    watched.applySettings({ ...defaultSettings, stations: { callStations } });
  }
  return { store, watched, listeners, snapshots, requested, subscribed, receive, choose, refused };
}

function at(station: string, number: number, change: Partial<Call> = {}): Call {
  return aCall(number, { station, ...change });
}

test("[ST14] besides the open station at most 20 stations are watched: those in `callStations`, or all of the person's if it is empty", () => {
  const stations = ["a", "b", "c"].map((id) => ({ id }));

  expect(chooseWatched({ stations, open: "b", callStations: [] })).toEqual(["a", "c"]);
  expect(chooseWatched({ stations, open: "b", callStations: ["c", "left"] })).toEqual(["c"]);
  expect(chooseWatched({ stations, open: "b", callStations: ["b"] })).toEqual([]);
  const many = Array.from({ length: 50 }, (_, index) => ({ id: String(index) }));
  const most = chooseWatched({ stations: many, open: null, callStations: [] });
  expect(most).toHaveLength(MOST_WATCHED);
});

test("[ST40] each watched station has its own channel, snapshot and seq, and a missed event makes only its own list stale", async () => {
  const { store, listeners, choose, subscribed, receive, requested, snapshots } = open();
  choose([]);
  expect([...listeners.keys()]).toEqual([`private-station-${OTHER}`, `private-station-${THIRD}`]);
  await subscribed(OTHER);
  await subscribed(THIRD);

  receive(OTHER, changed(8, at(OTHER, 1)));
  receive(THIRD, changed(41, at(THIRD, 2)));
  const ids = () => selectQueueCalls(store.getState()).map(({ id }) => id);
  expect(ids()).toEqual([aCall(1).id, aCall(2).id]);

  snapshots[OTHER] = { seq: 12, calls: [at(OTHER, 3)] };
  receive(OTHER, changed(11, at(OTHER, 4)));
  expect(store.getState().watched.byStation[OTHER]?.status).toBe("stale");
  await settle();
  expect(requested.filter((station) => station === THIRD)).toHaveLength(1);

  choose([THIRD]);
  expect([...listeners.keys()]).toEqual([`private-station-${THIRD}`]);
  expect(ids()).toEqual([aCall(2).id]);
});

test("[FL8] callers whom a watched station hides by default never appear in the list", async () => {
  const { store, choose, subscribed, snapshots } = open();
  const caller = { ...aCall(1).caller, flagIds: [NUISANCE] };
  const seen: number[] = [];
  store.onChange(() => {
    const state = store.getState();
    seen.push(selectQueueCalls(state).length - selectHiddenCalls(state).size);
  });
  snapshots[OTHER] = { seq: 7, calls: [at(OTHER, 1, { caller })] };
  choose([]);
  await subscribed(OTHER);

  expect(selectQueueCalls(store.getState())).toHaveLength(1);
  expect(Math.max(...seen)).toBe(0);
});

test("[ST40] a watched station that is opened becomes the open one, and the previous one is watched", async () => {
  const { store, watched, listeners, choose, subscribed, receive } = open();
  choose([]);
  await subscribed(OTHER);
  const own = at(OTHER, 1);
  receive(OTHER, changed(8, own));

  store.dispatch(stationOpened(OTHER));
  watched.follow();

  expect([...listeners.keys()].toSorted()).toEqual(
    [`private-station-${STATION_ID}`, `private-station-${THIRD}`].toSorted(),
  );
});

test("[ST40] a call of a watched station can be found while it is live and after it has ended", async () => {
  const { store, choose, subscribed, receive } = open();
  choose([]);
  await subscribed(OTHER);
  const call = at(OTHER, 1);
  receive(OTHER, changed(8, call));
  store.dispatch(callAnswered({ ...call, description: "bus lanes" }));

  expect(selectCall(store.getState(), call.id)?.description).toBe("bus lanes");
  expect(selectIsLive(store.getState(), call.id)).toBe(true);
  const { arrivedAt } = call;
  const desk = { status: "ended" as const, reason: "caller_hung_up" as const, at: arrivedAt };
  receive(OTHER, { type: "call.ended", seq: 9, call: { ...call, desk } });

  expect(selectQueueCalls(store.getState())).toEqual([]);
  expect(selectCall(store.getState(), call.id)?.desk.status).toBe("ended");
  expect(selectIsLive(store.getState(), call.id)).toBe(false);
});

test("[QU61] [QU63] Next takes the open station's callers first, and the count includes all stations", async () => {
  const { store, choose, subscribed, receive } = open();
  choose([]);
  await subscribed(OTHER);
  await subscribed(THIRD);
  const [far, near] = [at(OTHER, 1), aCall(2)];
  receive(OTHER, changed(8, far));
  receive(THIRD, changed(41, at(THIRD, 3)));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [near] }));

  expect(selectTakeable(store.getState()).call?.id).toBe(near.id);
  expect(selectWaiting(store.getState())).toMatchObject({
    count: 3,
    longestSince: far.arrivedAt,
  });
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 2, calls: [] }));
  expect(selectTakeable(store.getState()).call?.id).toBe(far.id);
});

test("[QU63] a new caller of a watched station is an arrival, and a caller of its first snapshot is not", async () => {
  const { store, choose, subscribed, receive, snapshots } = open();
  const findArrivals = createArrivals();
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [] }));
  choose([]);
  findArrivals(store.getState());
  findArrivals(store.getState());
  snapshots[OTHER] = { seq: 7, calls: [at(OTHER, 1)] };
  await subscribed(OTHER);

  expect(findArrivals(store.getState())).toMatchObject({ arrived: [] });
  receive(OTHER, changed(8, at(OTHER, 2)));
  expect(findArrivals(store.getState())).toMatchObject({ arrived: [{ id: aCall(2).id }] });
  expect(findArrivals(store.getState())).toMatchObject({ arrived: [] });
});

test("[ST40] a refused channel of a station causes a check of the session", () => {
  const { listeners, choose, refused } = open();
  choose([OTHER]);

  listeners.get(`private-station-${OTHER}`)?.onRefused(403);

  expect(refused).toEqual(["refused"]);
});

test("[ST40] a line's call can be found while its station is opened and loaded again", async () => {
  const { store, watched, choose, subscribed, snapshots } = open();
  const holder = { user: "me", name: "Alice", line: "line1" as const };
  const since = "2026-11-21T10:00:00.000Z";
  const call = at(OTHER, 1, { desk: { status: "screening", holder, since } });
  snapshots[OTHER] = { seq: 7, calls: [call] };
  choose([]);
  await subscribed(OTHER);
  await subscribed(THIRD);

  store.dispatch(stationOpened(OTHER));
  watched.follow();

  expect(selectCall(store.getState(), call.id)).toEqual(call);
});
