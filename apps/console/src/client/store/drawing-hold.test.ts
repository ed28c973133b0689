import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB, changed, STATION_ID } from "../../testing/a-call.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "./calls-slice.ts";
import { editChanged, microphoneChanged, sessionChanged } from "./desk-slice.ts";
import { drawOwnEvents } from "./draw-own-events.ts";
import { membersChanged, seatsLoaded } from "./seats-slice.ts";
import { createStore } from "./store.ts";
import { stationWatched, watchedEventsReceived } from "./watched-slice.ts";

const OTHER_STATION = "0190a000-0000-7000-8000-00000000aaaa";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SINCE = "2026-11-21T10:00:00.000Z";
const alice = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const bridged: Call = { ...aCall(1), desk: { status: "screening", holder: alice, since: SINCE } };
const offered: Call = {
  ...aCall(1),
  desk: { status: "screening", holder: bob, since: SINCE },
  offer: { to: { user: ALICE, name: "Alice" }, from: bob, until: SINCE },
};

function aWatchedStore(first = aCall(1)) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [first] }));
  const drawn: number[] = [];
  const startMs = Date.now();
  store.subscribe(() => drawn.push(Date.now() - startMs));
  return { store, drawn };
}

test("[QL13] the events of a connect and of other people are drawn once, 200 ms after the click", () => {
  const { store, drawn } = aWatchedStore();

  store.drawing.begin();
  store.dispatch(microphoneChanged("granted"));
  vi.advanceTimersByTime(100);
  store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(1, aCall(2))] }));
  store.dispatch(seatsLoaded([]));
  store.dispatch(membersChanged([]));
  expect(Object.keys(store.getState().calls.byId)).toHaveLength(2);
  vi.advanceTimersByTime(400);

  expect(drawn).toEqual([200]);
  store.dispatch(microphoneChanged("denied"));
  expect(drawn).toEqual([200, 500]);
});

test("[QL13] the person's own actions are drawn at once during a connect", () => {
  const { store, drawn } = aWatchedStore();

  store.drawing.begin();
  vi.advanceTimersByTime(50);
  store.dispatch(editChanged({ key: "name", edit: null }));

  expect(drawn).toEqual([50]);
});

test("[QL13] while the list scrolls, others' events are stored at once and drawn after it stops, or every four seconds", () => {
  const { store, drawn } = aWatchedStore();
  const known: number[] = [];
  // The ringer listens in the same way.
  store.onChange(() => known.push(Object.keys(store.getState().calls.byId).length));
  store.dispatch(stationWatched(OTHER_STATION));
  drawn.length = 0;

  for (let at = 0; at < 9_000; at += 50) {
    store.drawing.noteScroll(false);
    const events = [changed(at / 50 + 1, aCall(at / 50 + 2))];
    store.dispatch(eventsReceived({ station: STATION_ID, events }));
    store.dispatch(watchedEventsReceived({ station: OTHER_STATION, events }));
    vi.advanceTimersByTime(50);
  }
  expect([...new Set(known)]).toEqual(Array.from({ length: 181 }, (_, at) => at + 1));
  vi.advanceTimersByTime(400);

  expect(drawn).toEqual([4000, 8000, 9100]);
});

test("[QL13] in a fast scroll others' events are drawn every ten seconds, or after four seconds when the scroll slows down", () => {
  const { store, drawn } = aWatchedStore();
  function scroll(frames: number, isFast: boolean): void {
    for (let frame = 0; frame < frames; frame += 1) {
      store.drawing.noteScroll(isFast);
      const events = [changed(frame + 1, aCall(frame + 2))];
      store.dispatch(eventsReceived({ station: STATION_ID, events }));
      vi.advanceTimersByTime(50);
    }
  }

  scroll(310, true);
  expect(drawn).toEqual([10_000]);
  scroll(10, false);
  expect(drawn).toEqual([10_000, 15_500]);
});

test("[QL13] events are applied with the next frame, 120 ms after a press, or within 200 or 400 ms of a scroll", () => {
  const { drawing } = createStore();
  const waits: (number | "frame")[] = [];
  const timers = {
    batch: () => void waits.push("frame"),
    schedule: (_: () => void, ms: number) => {
      waits.push(ms);
      return () => undefined;
    },
  };

  const takeIn = (): void => drawing.scheduleTake(() => undefined, timers);
  takeIn();
  drawing.notePress();
  vi.advanceTimersByTime(119);
  takeIn();
  vi.advanceTimersByTime(1);
  takeIn();
  drawing.noteScroll(false);
  takeIn();
  drawing.noteScroll(true);
  takeIn();
  vi.advanceTimersByTime(150);
  takeIn();

  expect(waits).toEqual(["frame", 120, "frame", 200, 400, "frame"]);
});

test.each([
  ["comes to the person", aCall(1), bridged],
  ["leaves the person", bridged, aCall(1)],
  ["is offered to the person", aCall(1), offered],
])("[QL13] a call that %s is drawn at once during a scroll", (_, before, after) => {
  const { store, drawn } = aWatchedStore(before);
  const user = { id: ALICE, name: "Alice", email: "alice@2zz.example" };
  store.dispatch(sessionChanged({ status: "authenticated", user, expires: SINCE }));
  drawn.length = 0;

  store.drawing.noteScroll(false);
  vi.advanceTimersByTime(50);
  const others = [changed(1, aCall(2))];
  drawOwnEvents(store, others);
  store.dispatch(eventsReceived({ station: STATION_ID, events: others }));
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(50);
  const mine = [changed(2, after)];
  drawOwnEvents(store, mine);
  store.dispatch(eventsReceived({ station: STATION_ID, events: mine }));

  expect(drawn.slice(0, 1)).toEqual([100]);
});
