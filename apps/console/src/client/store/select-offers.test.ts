import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { directCallChanged, legChanged, lineSelected } from "./desk-slice.ts";
import { selectOffer } from "./select-offers.ts";
import { stationWatched, watchedSnapshotLoaded } from "./watched-slice.ts";

const from = { user: BOB, name: "Bob", line: "line1" as const };

function offeredTo(user: string, number: number): Call {
  const until = `2026-11-21T10:00:0${number}.000Z`;
  return aCall(number, { offer: { to: { user, name: "Alice" }, from, until } });
}

const [first, second, others] = [offeredTo(ALICE, 3), offeredTo(ALICE, 5), offeredTo(BOB, 2)];

function leg(callId: string) {
  return { status: "connecting" as const, callId, since: NOW, muted: false };
}

test("[LN24] the first offered call appears on the selected line, and the next one on the other", () => {
  const { store } = aDesk({}, { calls: [second, others, first] });
  function shown() {
    const state = store.getState();
    return [selectOffer(state, "line1")?.id, selectOffer(state, "line2")?.id];
  }

  expect(shown()).toEqual([first.id, second.id]);
  store.dispatch(lineSelected("line2"));
  expect(shown()).toEqual([second.id, first.id]);
});

test("[LN24] an offer appears on an idle line, or on the unselected line if both lines have calls", () => {
  const { store } = aDesk({}, { calls: [first, second] });
  function shown() {
    const state = store.getState();
    return [selectOffer(state, "line1")?.id, selectOffer(state, "line2")?.id];
  }

  store.dispatch(legChanged({ line: "line1", leg: leg("a") }));
  expect(shown()).toEqual([undefined, first.id]);
  store.dispatch(legChanged({ line: "line2", leg: leg("b") }));
  expect(shown()).toEqual([undefined, first.id]);
});

test("[LN24] [VD73] an offer does not appear on the line of a direct call", () => {
  const { store } = aDesk({}, { calls: [first] });
  const call = { status: "ringing", id: "CA1", from: "client:desk", since: NOW } as const;

  store.dispatch(directCallChanged({ line: "line1", call }));

  expect(selectOffer(store.getState(), "line1")).toBeNull();
  expect(selectOffer(store.getState(), "line2")?.id).toBe(first.id);
});

test("[LN24] [LN23] an offer of another watched station's call appears too, in the order of the offers", () => {
  const { store } = aDesk({}, { calls: [second] });
  const station = "0190a000-0000-7000-8000-000000000033";
  store.dispatch(stationWatched(station));
  store.dispatch(watchedSnapshotLoaded({ station, seq: 1, calls: [{ ...first, station }] }));

  expect(selectOffer(store.getState(), "line1")?.id).toBe(first.id);
  expect(selectOffer(store.getState(), "line2")?.id).toBe(second.id);
});

test("[LN24] an offer to another person does not appear", () => {
  const { store } = aDesk({}, { calls: [others] });

  expect(selectOffer(store.getState(), "line1")).toBeNull();
});
