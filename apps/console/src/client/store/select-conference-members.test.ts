import { expect, test } from "vitest";

import { aCall, ALICE, anAirState, BOB } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";
import {
  callAnswered,
  eventsReceived,
  retainedDropped,
  snapshotLoaded,
  stationOpened,
} from "./calls-slice.ts";
import { selectConferenceMembers, selectIsConferenceOnAir } from "./select-conference-members.ts";
import { stationWatched, watchedSnapshotLoaded } from "./watched-slice.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";
const conference = { id: "0190a000-0000-7000-8000-0000000000c1", onHold: false, muted: false };
const since = "2026-11-21T10:00:00.000Z";
const holder = { user: ALICE, name: "Alice", line: "line1" as const };
const named = aCall(1, { conference, desk: { status: "screening", holder, since } });
const onAir = aCall(2, { conference, desk: anAirState(BOB) });
const alone = aCall(3, { desk: anAirState(BOB) });

test("[CF7] a conference is on air while one of its members is on air, whichever member the line shows", () => {
  const { store } = aDesk({}, { calls: [named, onAir, alone] });
  const read = () => selectIsConferenceOnAir(store.getState(), named);

  expect(selectConferenceMembers(store.getState(), named)).toEqual([named, onAir]);
  expect(read()).toBe(true);
  const taken = { ...onAir, conference: null };
  const event = { type: "call.changed" as const, seq: 2, call: taken };
  store.dispatch(eventsReceived({ station: named.station, events: [event] }));

  expect(read()).toBe(false);
  expect(selectIsConferenceOnAir(store.getState(), alone)).toBe(false);
});

test("[CF7] [ST40] the members of a conference at an earlier open station are found", () => {
  const { store } = aDesk({}, { calls: [named, onAir] });
  const members = () =>
    selectConferenceMembers(store.getState(), named)
      .map(({ id }) => id)
      .toSorted();

  store.dispatch(stationOpened(OTHER, ALICE));
  expect(members()).toEqual([named.id, onAir.id]);
  store.dispatch(snapshotLoaded({ station: OTHER, seq: 1, calls: [] }));
  expect(members()).toEqual([named.id, onAir.id]);

  store.dispatch(stationWatched(named.station));
  store.dispatch(watchedSnapshotLoaded({ station: named.station, seq: 1, calls: [named] }));
  store.dispatch(retainedDropped(named.station));

  expect(members()).toEqual([named.id]);
  // The call is now among its station's calls and among the retained ones, and counts once.
  store.dispatch(callAnswered({ ...named, description: "bus lanes" }));
  expect(members()).toEqual([named.id]);
});

test("a member in a private talk stays a member of the conference", () => {
  const aside = aCall(4, { talkback: conference.id });
  const { store } = aDesk({}, { calls: [named, onAir, aside] });

  expect(selectConferenceMembers(store.getState(), named)).toEqual([named, onAir, aside]);
});
