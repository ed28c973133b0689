import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { aCall, changed, STATION_ID } from "../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { editChanged, microphoneChanged } from "./desk-slice.ts";
import { createStore } from "./store.ts";

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
