import { expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, changed, STATION_ID } from "../../../testing/a-call.ts";
import { DeskMicrophone } from "../../audio/desk-microphone.ts";
import { eventsReceived, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import {
  directCallChanged,
  legChanged,
  microphoneChanged,
  sessionChanged,
} from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { keepMicrophoneOpen } from "./keep-microphone-open.ts";

const since = "2026-11-21T10:00:00.000Z";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aDesk({ usesDefault = true } = {}) {
  const store = createStore();
  const track = { openings: 0, stopped: 0 };
  const stream = {
    getTracks: () => [
      {
        getSettings: () => ({}),
        stop: () => (track.stopped += 1),
        addEventListener: () => undefined,
      },
    ],
  };
  const microphone = new DeskMicrophone(() => {
    track.openings += 1;
    return Promise.resolve(stream as unknown as MediaStream);
  });
  const timers: { run: () => void; ms: number; isCancelled: boolean }[] = [];
  const close = keepMicrophoneOpen({
    store,
    microphone,
    usesDefault: () => usesDefault,
    schedule(run, ms) {
      const timer = { run, ms, isCancelled: false };
      timers.push(timer);
      return () => (timer.isCancelled = true);
    },
  });
  const user = { id: ALICE, name: "Alice", email: "alice@example.com", image: null };
  store.dispatch(sessionChanged({ status: "authenticated", user } as never));
  store.dispatch(microphoneChanged("granted"));
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [] }));
  let seq = 0;
  function happens(call: Call): void {
    seq += 1;
    store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(seq, call)] }));
  }
  function ends(call: Call): void {
    const desk = { status: "ended", reason: "caller_hung_up" } as Call["desk"];
    happens({ ...call, callState: "ended", desk });
  }
  return { store, track, timers, close, happens, ends };
}

test("[VD66] the microphone opens with the first caller, is shown as open, and closes 10 s after the last call", async () => {
  const { store, track, timers, happens, ends } = aDesk();
  expect([track.openings, store.getState().desk.microphoneOpen]).toEqual([0, false]);

  happens(aCall(1));
  await settle();
  expect([track.openings, store.getState().desk.microphoneOpen]).toEqual([1, true]);
  happens(aCall(2));
  ends(aCall(1));
  expect(timers).toEqual([]);
  ends(aCall(2));
  expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
  timers[0]?.run();
  await settle();

  expect([track.stopped, store.getState().desk.microphoneOpen]).toEqual([1, false]);
});

test("[VD66] the microphone stays open for a caller who arrives less than 10 s after the last call", async () => {
  const { track, timers, happens, ends } = aDesk();
  happens(aCall(1));
  ends(aCall(1));

  happens(aCall(2));
  await settle();

  expect(timers.map(({ isCancelled }) => isCancelled)).toEqual([true]);
  expect([track.openings, track.stopped]).toEqual([1, 0]);
});

test("[VD66] the microphone stays open while a line has a leg, even if the queue is empty", async () => {
  const { store, timers, happens, ends } = aDesk();
  happens(aCall(1));
  const leg = { status: "connecting" as const, callId: "c", since, muted: false };
  store.dispatch(legChanged({ line: "line2", leg }));
  ends(aCall(1));
  expect(timers).toEqual([]);
  store.dispatch(legChanged({ line: "line2", leg: null }));

  expect(timers).toHaveLength(1);
});

test("[VD66] [VD73] the microphone stays open during a call to the softphone", () => {
  const { store, timers } = aDesk();
  const call = { status: "talking", id: "CA1", from: "", since, muted: false } as const;

  store.dispatch(directCallChanged({ line: "line1", call }));
  expect(timers).toEqual([]);
  store.dispatch(directCallChanged({ line: "line1", call: null }));

  expect(timers).toMatchObject([{ ms: 10_000, isCancelled: false }]);
});

test("[VD66] the microphone closes at once without permission, at sign-out, and with the page", async () => {
  const ways = [
    ({ store }: ReturnType<typeof aDesk>) => void store.dispatch(microphoneChanged("denied")),
    ({ store }: ReturnType<typeof aDesk>) =>
      void store.dispatch(sessionChanged({ status: "unauthenticated" } as never)),
    ({ close }: ReturnType<typeof aDesk>) => close(),
  ];

  for (const way of ways) {
    const desk = aDesk();
    desk.happens(aCall(1));
    await settle();
    way(desk);
    await settle();
    expect(desk.track).toEqual({ openings: 1, stopped: 1 });
  }
});

test("[VD66] the desk never prompts the person, and leaves a chosen microphone to the SDK", async () => {
  const unprompted = aDesk();
  unprompted.store.dispatch(microphoneChanged("prompt"));
  unprompted.happens(aCall(1));
  const chosen = aDesk({ usesDefault: false });
  chosen.happens(aCall(1));
  await settle();

  expect([unprompted.track.openings, chosen.track.openings]).toEqual([0, 0]);
});
