import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aCall, changed, STATION_ID } from "../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { editChanged, microphoneChanged } from "./desk-slice.ts";
import { createStore } from "./store.ts";
import { stationWatched, watchedEventsReceived } from "./watched-slice.ts";

const OTHER_STATION = "0190a000-0000-7000-8000-00000000aaaa";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aWatchedStore() {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [aCall(1)] }));
  const drawn: number[] = [];
  const startMs = Date.now();
  store.subscribe(() => drawn.push(Date.now() - startMs));
  return { store, drawn };
}

test("[VD90] what comes of a connect, and of others, is drawn once, 200 ms after the click", () => {
  const { store, drawn } = aWatchedStore();

  store.drawing.begin();
  store.dispatch(microphoneChanged("granted"));
  vi.advanceTimersByTime(100);
  store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(1, aCall(2))] }));
  expect(Object.keys(store.getState().calls.byId)).toHaveLength(2);
  vi.advanceTimersByTime(400);

  expect(drawn).toEqual([200]);
  store.dispatch(microphoneChanged("denied"));
  expect(drawn).toEqual([200, 500]);
});

test("[VD90] what the person does meanwhile is drawn at once", () => {
  const { store, drawn } = aWatchedStore();

  store.drawing.begin();
  vi.advanceTimersByTime(50);
  store.dispatch(editChanged({ key: "name", edit: null }));

  expect(drawn).toEqual([50]);
});

test("[DS80] while the list scrolls, others' events are known at once and drawn three times a second", () => {
  const { store, drawn } = aWatchedStore();
  const known: number[] = [];
  // As the ringer listens.
  store.onChange(() => known.push(Object.keys(store.getState().calls.byId).length));
  store.dispatch(stationWatched(OTHER_STATION));
  drawn.length = 0;

  for (let at = 0; at < 1_000; at += 50) {
    store.drawing.noteScroll();
    const events = [changed(at / 50 + 1, aCall(at / 50 + 2))];
    store.dispatch(eventsReceived({ station: STATION_ID, events }));
    store.dispatch(watchedEventsReceived({ station: OTHER_STATION, events }));
    vi.advanceTimersByTime(50);
  }
  expect([...new Set(known)]).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  vi.advanceTimersByTime(400);

  expect(drawn).toEqual([300, 600, 900, 1200]);
});

test("[DS80] what the person does in the list that scrolls is drawn at once, and so is what comes after", () => {
  const { store, drawn } = aWatchedStore();

  store.drawing.noteScroll();
  vi.advanceTimersByTime(50);
  store.dispatch(editChanged({ key: "name", edit: null }));
  vi.advanceTimersByTime(350);
  store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(1, aCall(2))] }));

  expect(drawn).toEqual([50, 400]);
});
