import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB, STATION_ID } from "../../../testing/a-call.ts";
import { aDesk, NOW } from "../../../testing/a-desk.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { actionSent } from "../../store/desk-slice.ts";
import { stationWatched, watchedSnapshotLoaded } from "../../store/watched-slice.ts";
import { watchOffers } from "./watch-offers.ts";

const me = { user: ALICE, name: "Alice", line: "line1" as const };
const bob = { user: BOB, name: "Bob", line: "line1" as const };
const held: Call = aCall(1, {
  desk: { status: "held", holder: me, since: NOW, unattended: false },
});
const offered: Call = { ...held, offer: { to: bob, from: me, until: NOW } };

describe("[LN25] an offered call", () => {
  function wordsAfter(next: Call, { takenBack = false } = {}): string[] {
    const { store } = aDesk({}, { calls: [held] });
    const stop = watchOffers(store);
    store.dispatch(callAnswered(offered));
    if (takenBack) {
      store.dispatch(actionSent({ call: held.id, action: "undo" }));
    }
    store.dispatch(callAnswered(next));
    stop();
    return store.getState().desk.notices.map(({ words }) => words);
  }

  test("that comes back counts as not taken, and its line shows this", () => {
    expect(wordsAfter(held)).toEqual(["Bob did not take 0491 570 006"]);
  });

  test("loses the message as soon as the person who offered it resumes it", () => {
    const { store } = aDesk({}, { calls: [held] });
    const stop = watchOffers(store);
    const resumed: Call = { ...held, desk: { status: "screening", holder: me, since: NOW } };
    [offered, held, resumed].forEach((call) => store.dispatch(callAnswered(call)));
    stop();
    expect(store.getState().desk.notices).toEqual([]);
  });

  test("shows no message when it was taken, withdrawn or has ended", () => {
    expect(wordsAfter({ ...held, desk: { status: "screening", holder: bob, since: NOW } })).toEqual(
      [],
    );
    expect(wordsAfter(held, { takenBack: true })).toEqual([]);
    const ended: Call = {
      ...held,
      desk: { status: "ended", reason: "caller_hung_up", at: NOW },
    };
    expect(wordsAfter(ended)).toEqual([]);
  });

  test("[LN23] is reported for another watched station too", () => {
    const { store } = aDesk({}, { calls: [aCall(2)] });
    const station = "0190a000-0000-7000-8000-000000000033";
    store.dispatch(stationWatched(station));
    store.dispatch(watchedSnapshotLoaded({ station, seq: 1, calls: [{ ...offered, station }] }));
    const stop = watchOffers(store);

    store.dispatch(actionSent({ call: "another", action: "hold" }));
    store.dispatch(callAnswered({ ...held, station }));
    stop();

    const { notices } = store.getState().desk;
    expect(notices.map(({ words }) => words)).toEqual(["Bob did not take 0491 570 006"]);
  });

  test("that was not taken while another station is open shows the message after the next snapshot of its own station", () => {
    const { store } = aDesk({}, { calls: [offered] });
    const stop = watchOffers(store);
    const other = "0190a000-0000-7000-8000-000000000033";

    store.dispatch(actionSent({ call: "another", action: "hold" }));
    store.dispatch(stationOpened(other));
    store.dispatch(stationWatched(STATION_ID));
    expect(store.getState().desk.notices).toEqual([]);
    store.dispatch(watchedSnapshotLoaded({ station: STATION_ID, seq: 2, calls: [held] }));
    store.dispatch(snapshotLoaded({ station: other, seq: 1, calls: [] }));
    stop();

    const { notices } = store.getState().desk;
    expect(notices.map(({ words }) => words)).toEqual(["Bob did not take 0491 570 006"]);
  });
});
