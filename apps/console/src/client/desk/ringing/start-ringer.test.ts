import { describe, expect, test } from "vitest";

import type { Call } from "@linedesk/contract";
import { aCall, ALICE, anAirState, BOB, changed, STATION_ID } from "../../../testing/a-call.ts";
import type { DirectCall } from "../../softphone/direct-calls.ts";
import {
  eventsReceived,
  becameStale,
  snapshotLoaded,
  stationOpened,
} from "../../store/calls-slice.ts";
import { directCallChanged, legChanged, sessionChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { startRinger } from "./start-ringer.ts";

const OTHER_STATION = "0190a000-0000-7000-8000-000000000033";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function aRinger(
  sounds = { ringVolume: 0.5, muteRingerWhileTalking: true },
  isWanted = (): boolean => true,
) {
  const store = createStore();
  const rings: { url: string; volume: number; output: string }[] = [];
  const clock = { stopped: 0, endsAfterMs: [] as number[], end: () => undefined as void };
  const close = startRinger({
    store,
    loadPlayer: () =>
      Promise.resolve(({ url, volume, output }) => {
        rings.push({ url, volume, output });
        return () => void (clock.stopped += 1);
      }),
    soundsUrl: () => Promise.resolve("/sounds/"),
    output: () => "speakers",
    sounds: () => sounds,
    isWanted,
    onBlocked: () => undefined,
    schedule: (run, ms) => {
      clock.endsAfterMs.push(ms);
      clock.end = run;
      return () => (clock.end = () => undefined);
    },
  });
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 0, calls: [aCall(1)] }));
  let seq = 0;
  async function arrives(call: Call): Promise<void> {
    seq += 1;
    store.dispatch(eventsReceived({ station: STATION_ID, events: [changed(seq, call)] }));
    await settle();
  }
  async function taken(call: Call): Promise<void> {
    const holder = { user: "0190a000-0000-7000-8000-000000000001", name: "Bob", line: "line1" };
    const since = "2026-11-21T10:00:00.000Z";
    await arrives({ ...call, desk: { status: "screening", holder, since } } as Call);
  }
  return { store, rings, clock, arrives, taken, close };
}

function aDirectCall(status: "ringing" | "talking"): DirectCall {
  const call = { id: "CA1", from: "client:desk", since: "2026-11-21T10:00:00.000Z" };
  return status === "ringing" ? { ...call, status } : { ...call, status, muted: false };
}

describe("the ringer", () => {
  test("[SN8] rings for a new caller on the ringer device, and not for callers who waited before", async () => {
    const { rings, arrives } = aRinger();
    expect(rings).toEqual([]);

    await arrives(aCall(2));
    await arrives(aCall(2, { description: "rates" }));

    expect(rings).toEqual([{ url: "/sounds/incoming.wav", volume: 0.5, output: "speakers" }]);
  });

  test("[SN8] does not ring for a caller who waits for a callback and did not answer", async () => {
    const { rings, arrives, taken } = aRinger();
    const callBack = { since: "2026-11-21T10:00:00.000Z", tries: 1 };
    await taken(aCall(2, { callBack }));

    await arrives(aCall(2, { callBack }));

    expect(rings).toEqual([]);
  });

  test("[SN8] rings for all new callers until none of them waits", async () => {
    const { rings, clock, arrives, taken } = aRinger();

    await arrives(aCall(2));
    await arrives(aCall(3));
    await taken(aCall(2));
    expect([rings.length, clock.stopped]).toEqual([1, 0]);
    await taken(aCall(3));
    expect([rings.length, clock.stopped]).toEqual([1, 1]);
    await arrives(aCall(4));

    expect(rings).toHaveLength(2);
  });

  test("[SN8] stops 30 s after the last new caller, even if the caller still waits", async () => {
    const { rings, clock, arrives } = aRinger();

    await arrives(aCall(2));
    clock.end();
    expect([rings.length, clock.stopped]).toEqual([1, 1]);
    await arrives(aCall(3));

    expect(clock.endsAfterMs).toEqual([30_000, 30_000]);
    expect(rings).toHaveLength(2);
  });

  test("[SN8] stops with the page, and when the person takes a call", async () => {
    const since = "2026-11-21T10:00:00.000Z";
    const leg = { status: "connected" as const, callId: "c", since, muted: false, quality: null };
    const closed = aRinger();
    const taken = aRinger();
    await closed.arrives(aCall(2));
    await taken.arrives(aCall(2));

    closed.close();
    taken.store.dispatch(legChanged({ line: "line1", leg }));

    expect([closed.clock.stopped, taken.clock.stopped]).toEqual([1, 1]);
  });

  test("[SN42] never rings while an own line is on air, and stops when a line goes to air", async () => {
    const loud = aRinger({ ringVolume: 0.5, muteRingerWhileTalking: false });
    const user = { id: ALICE, name: "Alice", email: null };
    loud.store.dispatch(sessionChanged({ status: "authenticated", user } as never));

    await loud.arrives(aCall(2));
    await loud.arrives(aCall(3, { desk: anAirState(BOB) }));
    expect([loud.rings.length, loud.clock.stopped]).toEqual([1, 0]);
    await loud.arrives(aCall(4, { desk: anAirState(ALICE) }));
    expect([loud.rings.length, loud.clock.stopped]).toEqual([1, 1]);
    await loud.arrives(aCall(5));
    expect(loud.rings).toHaveLength(1);
  });

  test("[SN42] is silent during a colleague's conference on air that the person has joined", async () => {
    const since = "2026-11-21T10:00:00.000Z";
    const onAir = aCall(3, { desk: anAirState(BOB) });
    const loud = aRinger({ ringVolume: 0.5, muteRingerWhileTalking: false });
    const leg = { status: "connecting" as const, callId: onAir.id, since, muted: false };
    loud.store.dispatch(legChanged({ line: "line2", leg }));

    await loud.arrives(onAir);
    await loud.arrives(aCall(4));

    expect(loud.rings).toEqual([]);
  });

  test("[SN8] is silent during a call off air, unless the settings allow it", async () => {
    const since = "2026-11-21T10:00:00.000Z";
    const leg = { status: "connecting" as const, callId: "c", since, muted: false };
    const quiet = aRinger();
    const loud = aRinger({ ringVolume: 0.5, muteRingerWhileTalking: false });
    for (const { store } of [quiet, loud]) {
      store.dispatch(legChanged({ line: "line1", leg }));
    }

    await quiet.arrives(aCall(2));
    await loud.arrives(aCall(2));

    expect([quiet.rings.length, loud.rings.length]).toEqual([0, 1]);
  });

  test("[CN1] is silent while the settings or another leading tab require it", async () => {
    const switched = { on: false };
    const { rings, clock, arrives } = aRinger(undefined, () => switched.on);

    await arrives(aCall(2));
    expect(rings).toEqual([]);
    switched.on = true;
    await arrives(aCall(3));
    expect([rings.length, clock.stopped]).toEqual([1, 0]);
    switched.on = false;
    await arrives(aCall(3, { description: "rates" }));

    expect([rings.length, clock.stopped]).toEqual([1, 1]);
  });

  test("[SN17] rings for a call to the softphone, and not during a call", async () => {
    const since = "2026-11-21T10:00:00.000Z";
    const call = { status: "ringing", id: "CA1", from: "client:desk", since } as const;
    const leg = { status: "connecting" as const, callId: "c", since, muted: false };
    const [idle, busy] = [aRinger(), aRinger()];
    busy.store.dispatch(legChanged({ line: "line2", leg }));

    for (const { store } of [idle, busy]) {
      store.dispatch(directCallChanged({ line: "line1", call }));
    }
    await settle();
    expect(idle.rings).toMatchObject([{ volume: 0.5, output: "speakers" }]);
    idle.store.dispatch(directCallChanged({ line: "line1", call: null }));

    expect([idle.clock.stopped, busy.rings.length]).toEqual([1, 0]);
  });

  test("[SN17] stops when the line goes to air while the list is not live", async () => {
    const { store, rings, clock, arrives } = aRinger({
      ringVolume: 0.5,
      muteRingerWhileTalking: false,
    });
    const since = "2026-11-21T10:00:00.000Z";
    const leg = { status: "connecting" as const, callId: aCall(3).id, since, muted: false };
    await arrives(aCall(3, { desk: anAirState(BOB) }));
    await arrives(aCall(2));
    store.dispatch(becameStale());
    expect([rings.length, clock.stopped]).toEqual([1, 0]);

    store.dispatch(legChanged({ line: "line1", leg }));
    expect([rings.length, clock.stopped]).toEqual([1, 1]);
    store.dispatch(directCallChanged({ line: "line2", call: aDirectCall("ringing") }));
    await settle();

    expect(rings).toHaveLength(1);
  });

  test("[SN17] keeps ringing for a direct call when another station is opened, and not for callers", async () => {
    const { store, rings, clock, arrives } = aRinger();
    await arrives(aCall(2));
    store.dispatch(directCallChanged({ line: "line1", call: aDirectCall("ringing") }));

    store.dispatch(stationOpened(OTHER_STATION));
    store.dispatch(snapshotLoaded({ station: OTHER_STATION, seq: 0, calls: [aCall(2)] }));
    await settle();
    expect([rings.length, clock.stopped]).toEqual([1, 0]);
    store.dispatch(directCallChanged({ line: "line1", call: null }));

    expect([rings.length, clock.stopped]).toEqual([1, 1]);
  });

  test("[SN17] stops for the callers of a closed station, and then rings for a direct call", async () => {
    const { store, rings, clock, arrives } = aRinger();
    await arrives(aCall(2));

    store.dispatch(stationOpened(OTHER_STATION));
    expect([rings.length, clock.stopped]).toEqual([1, 1]);
    store.dispatch(directCallChanged({ line: "line1", call: aDirectCall("ringing") }));
    await settle();

    expect([rings.length, clock.stopped]).toEqual([2, 1]);
  });
});
