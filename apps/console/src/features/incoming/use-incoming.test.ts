import { expect, test } from "vitest";

import { callAnswered } from "../../client/store/calls-slice.ts";
import { directCallChanged, legChanged } from "../../client/store/desk-slice.ts";
import { stationWatched, watchedSnapshotLoaded } from "../../client/store/watched-slice.ts";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { selectIncoming } from "./use-incoming.ts";

const OTHER = "0190a000-0000-7000-8000-000000000033";
const alice = { user: ALICE, name: "Alice" };
const bob = { user: BOB, name: "Bob", line: "line1" as const };

test("[SH71] the bar shows first an offer, then a call to the softphone, then the queue", () => {
  const { store } = aDesk({}, { calls: [aCall(1)] });
  function incoming() {
    return selectIncoming(store.getState());
  }
  const offered = aCall(2, {
    station: OTHER,
    desk: { status: "held", holder: bob, since: NOW, unattended: false },
    offer: { to: alice, from: bob, until: NOW },
  });
  expect(incoming()).toEqual({ type: "waiting", call: aCall(1) });

  const call = { status: "ringing", id: "CA1", from: "client:desk", since: NOW } as const;
  store.dispatch(directCallChanged({ line: "line2", call }));
  const direct = { type: "direct", line: "line2", from: "client:desk", since: NOW };
  expect(incoming()).toEqual(direct);
  const before = incoming();
  store.dispatch(callAnswered(aCall(3)));
  expect(incoming()).toBe(before);

  store.dispatch(stationWatched(OTHER));
  store.dispatch(watchedSnapshotLoaded({ station: OTHER, seq: 1, calls: [offered] }));
  expect(incoming()).toEqual({ type: "offered", call: offered, lines: ["line1"] });

  const answered = { status: "talking", id: "CA1", from: "client:desk", since: NOW } as const;
  store.dispatch(directCallChanged({ line: "line2", call: { ...answered, muted: false } }));
  store.dispatch(callAnswered({ ...offered, offer: null }));
  expect(incoming()?.type).toBe("waiting");
});

test("[SH71] [VD99] a call to the softphone is not shown on a line with a call", () => {
  const { store } = aDesk({}, { calls: [aCall(1)] });
  function incoming() {
    return selectIncoming(store.getState());
  }
  const call = { status: "ringing", id: "CA1", from: "client:desk", since: NOW } as const;
  const leg = { status: "connecting" as const, callId: aCall(2).id, since: NOW, muted: false };
  store.dispatch(directCallChanged({ line: "line1", call }));
  store.dispatch(directCallChanged({ line: "line2", call: { ...call, from: "client:guard" } }));

  store.dispatch(legChanged({ line: "line1", leg }));
  expect(incoming()).toMatchObject({ type: "direct", line: "line2", from: "client:guard" });
  store.dispatch(legChanged({ line: "line2", leg: { ...leg, callId: aCall(3).id } }));

  expect(incoming()).toEqual({ type: "waiting", call: aCall(1) });
});
