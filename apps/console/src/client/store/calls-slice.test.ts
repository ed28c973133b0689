import { describe, expect, test } from "vitest";

import { aCall, ALICE, changed, STATION_ID } from "../../testing/a-call.ts";
import {
  callAnswered,
  callsSlice,
  eventsReceived,
  snapshotLoaded,
  stationOpened,
} from "./calls-slice.ts";
import { adminStationOpened, lineSelected, messageCounted, messagesRead } from "./desk-slice.ts";
import { selectCall } from "./select-calls.ts";
import { createStore } from "./store.ts";

const { reducer } = callsSlice;

function opened() {
  return reducer(undefined, stationOpened(STATION_ID));
}

describe("the calls and the desk in the store", () => {
  test("[CN12] take the state of the exchange from each snapshot, whatever the earlier events were", () => {
    const down = { type: "station.telephony" as const, seq: 5, state: "down" as const };
    const loaded = { station: STATION_ID, seq: 4, calls: [] };

    const away = [
      snapshotLoaded({ ...loaded, telephony: "up" }),
      eventsReceived({ station: STATION_ID, events: [down] }),
    ].reduce(reducer, opened());
    expect(away.telephony).toBe("down");
    const back = reducer(away, snapshotLoaded({ ...loaded, seq: 6, telephony: "up" }));
    expect(back.telephony).toBe("up");
    const lost = reducer(opened(), snapshotLoaded({ ...loaded, telephony: "down" }));
    expect(lost.telephony).toBe("down");
  });

  test("[CN81] name the exchanges that are down until an event or a snapshot names none", () => {
    const down = { type: "station.telephony" as const, seq: 5, state: "up" as const };
    const loaded = { station: STATION_ID, seq: 4, calls: [] };
    const away = [
      snapshotLoaded(loaded),
      eventsReceived({ station: STATION_ID, events: [{ ...down, exchangesAway: ["spare"] }] }),
    ].reduce(reducer, opened());

    const back = eventsReceived({ station: STATION_ID, events: [{ ...down, seq: 6 }] });

    expect(away.exchangesAway).toEqual(["spare"]);
    expect(reducer(away, back).exchangesAway).toEqual([]);
    expect(reducer(away, snapshotLoaded({ ...loaded, seq: 7 })).exchangesAway).toEqual([]);
  });

  test("[CN18] contain the number of callers for whom there was no capacity, and the time of the last one", () => {
    const at = "2026-01-01T10:00:00.000Z";
    const full = { type: "station.turned_away" as const, seq: 5, count: 3, at };

    const state = [
      snapshotLoaded({ station: STATION_ID, seq: 4, calls: [] }),
      eventsReceived({ station: STATION_ID, events: [full] }),
    ].reduce(reducer, opened());

    expect(state).toMatchObject({ seq: 5, turnedAway: { count: 3, at } });
  });

  test("[CF16] no longer show a caller as speaking after the caller leaves the conference, after the call ends, or after a new snapshot", () => {
    const id = STATION_ID;
    const conference = { id, muted: false, onHold: false };
    const calls = [1, 2, 3].map((number) => aCall(number, { conference }));
    const speaking = calls.map((call, index) => ({
      type: "conference.speaking" as const,
      seq: index + 1,
      conference: id,
      member: call.id,
      speaking: true,
    }));
    const ended = { type: "call.ended" as const, seq: 5, call: aCall(2) };
    const events = [...speaking, changed(4, aCall(1)), ended];
    const before = snapshotLoaded({ station: STATION_ID, seq: 0, calls });

    const state = [before, eventsReceived({ station: STATION_ID, events })].reduce(
      reducer,
      opened(),
    );

    expect(Object.keys(state.speaking)).toEqual([aCall(3).id]);
    expect(reducer(state, { ...before }).speaking).toEqual({});
  });

  test("keep the last 50 ended calls, for the line cards and for the list while it is frozen", () => {
    const calls = Array.from({ length: 60 }, (_, index) => aCall(index + 1));
    const events = calls.map((call, index) => ({
      type: "call.ended" as const,
      seq: index + 1,
      call,
    }));

    const state = [
      snapshotLoaded({ station: STATION_ID, seq: 0, calls }),
      eventsReceived({ station: STATION_ID, events }),
    ].reduce(reducer, opened());

    expect(state.byId).toEqual({});
    expect(state.ended).toHaveLength(50);
    expect(state.ended.at(-1)?.id).toBe(calls.at(-1)?.id);
  });

  test("update an ended call with a note, without a new row", () => {
    const desk = { status: "ended", reason: "caller_hung_up", at: aCall(1).arrivedAt } as const;
    const ended = aCall(1, { desk });
    const noted = { ...ended, description: "rates" };

    const over = [
      snapshotLoaded({ station: STATION_ID, seq: 0, calls: [aCall(1)] }),
      eventsReceived({
        station: STATION_ID,
        events: [{ type: "call.ended", seq: 1, call: ended }],
      }),
    ].reduce(reducer, opened());
    const answered = reducer(over, callAnswered(noted));
    const published = reducer(
      over,
      eventsReceived({ station: STATION_ID, events: [changed(2, noted)] }),
    );

    for (const state of [answered, published]) {
      expect(state.byId).toEqual({});
      expect(state.ended).toEqual([noted]);
    }
  });

  test("ignore another station's snapshot and events", () => {
    const state = [
      snapshotLoaded({ station: "other", seq: 3, calls: [aCall(1)] }),
      eventsReceived({ station: "other", events: [changed(4, aCall(1))] }),
    ].reduce(reducer, opened());

    expect(state).toMatchObject({ status: "loading", seq: 0, byId: {} });
  });

  test("contain a call that ended while the socket was disconnected", () => {
    const store = createStore();
    store.dispatch(stationOpened(STATION_ID));
    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [aCall(1)] }));

    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 9, calls: [] }));

    expect(selectCall(store.getState(), aCall(1).id)?.id).toBe(aCall(1).id);
  });

  test("keep a line's call when another station is opened", () => {
    const holder = { user: ALICE, name: "Alice", line: "line1" as const };
    const since = "2026-11-21T10:00:00.000Z";
    const screened = aCall(1, { desk: { status: "screening", holder, since } });
    const store = createStore();
    store.dispatch(stationOpened(STATION_ID));
    store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [screened, aCall(2)] }));

    store.dispatch(stationOpened("0190a000-0000-7000-8000-000000000033"));
    expect(store.getState().calls.byId).toEqual({});
    expect(selectCall(store.getState(), screened.id)).toEqual(screened);
    expect(selectCall(store.getState(), aCall(2).id)).toBeNull();

    const held = aCall(1, { desk: { status: "held", holder, since, unattended: false } });
    store.dispatch(callAnswered(held));
    expect(selectCall(store.getState(), screened.id)).toEqual(held);
  });

  test("[SK9] [LN1] [LN13] start with no selected call, no unread message and line 1", () => {
    const store = createStore();
    expect(store.getState().desk).toMatchObject({
      selected_call: null,
      active_admin_station: null,
      msg_unread: 0,
      selected_device: 1,
      ongoing_call1: null,
      ongoing_call2: null,
    });
    expect(store.getState().contacts).toEqual([]);

    store.dispatch(lineSelected("line2"));
    expect(store.getState().desk.selected_device).toBe(2);
    store.dispatch(lineSelected("line1"));
    expect(store.getState().desk.selected_device).toBe(1);
    store.dispatch(adminStationOpened(STATION_ID));
    expect(store.getState().desk.active_admin_station).toBe(STATION_ID);
    store.dispatch(adminStationOpened(null));
    expect(store.getState().desk.active_admin_station).toBeNull();
  });

  test("[SK9] count unread messages one by one, and none after reading", () => {
    const store = createStore();

    store.dispatch(messageCounted());
    store.dispatch(messageCounted());
    expect(store.getState().desk.msg_unread).toBe(2);
    store.dispatch(messagesRead());

    expect(store.getState().desk.msg_unread).toBe(0);
  });
});
