import { describe, expect, test } from "vitest";

import { aCall, ALICE, STATION_ID } from "../../../testing/a-call.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { callAnswered, snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { directCallChanged, legChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { SilenceMonitor } from "./silence-monitor.ts";

const since = "2026-11-21T10:00:00.000Z";
const call = aCall(1);
const holder = { user: ALICE, name: "Alice", line: "line1" as const };

function aBridgedLine({ isRemote = false } = {}) {
  const line = aWatchedLine({ isRemote });
  const leg = { status: "connected", callId: call.id, since, quality: null } as const;
  function setMuted(muted: boolean): void {
    line.store.dispatch(legChanged({ line: "line1", leg: { ...leg, muted } }));
  }
  line.store.dispatch(callAnswered({ ...call, desk: { status: "screening", holder, since } }));
  setMuted(false);
  return { ...line, setMuted };
}

function aDirectLine() {
  const line = aWatchedLine({ isRemote: true });
  const direct = { status: "talking", id: "CA1", from: "client:newsroom", since } as const;
  function setMuted(muted: boolean): void {
    line.store.dispatch(directCallChanged({ line: "line1", call: { ...direct, muted } }));
  }
  setMuted(false);
  return { ...line, setMuted };
}

function aWatchedLine({ isRemote }: { isRemote: boolean }) {
  const store = createStore();
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 1, calls: [call] }));
  const levels = { input: 0.3, output: 0.4 };
  const softphone = { readLevels: () => levels, isRemote } as Softphone;
  let now = 0;
  let timer: { run: () => void; at: number } | null = null;
  new SilenceMonitor({
    store,
    softphones: { line1: softphone, line2: softphone },
    now: () => now,
    schedule: (run, ms) => {
      timer = { run, at: now + ms };
      return () => (timer = null);
    },
  });
  function pass(ms: number): void {
    const until = now + ms;
    while (timer !== null && timer.at <= until) {
      now = timer.at;
      const { run } = timer;
      timer = null;
      run();
    }
    now = until;
  }
  function notices() {
    return store.getState().desk.notices.map(({ line, tone, words }) => ({ line, tone, words }));
  }
  return { store, levels, pass, notices, isWaiting: () => timer !== null };
}

describe("with the silence monitor,", () => {
  test("[SN9] a silent microphone is shown within 8 s, until there is sound", () => {
    const { levels, pass, notices } = aBridgedLine();
    pass(20_000);
    expect(notices()).toEqual([]);

    levels.input = 0;
    pass(6_500);
    expect(notices()).toEqual([]);
    pass(1_500);
    expect(notices()).toEqual([
      { line: "line1", tone: "failure", words: "No sound from your microphone" },
    ]);
    levels.input = 0.2;
    pass(500);

    expect(notices()).toEqual([]);
  });

  test("[SN9] a muted microphone shows no warning", () => {
    const { levels, pass, notices, setMuted } = aBridgedLine();
    levels.input = 0;
    setMuted(true);

    pass(30_000);

    expect(notices()).toEqual([]);
  });

  test("[LN83] an audio-server line shows no warning about the browser's microphone", () => {
    const { levels, pass, notices } = aBridgedLine({ isRemote: true });
    levels.input = 0;

    pass(30_000);

    expect(notices()).toEqual([]);
  });

  test("[SN9] [VD73] a call to the softphone has the same warnings as a caller's call", () => {
    const { levels, pass, notices, setMuted, store, isWaiting } = aDirectLine();
    levels.input = levels.output = 0;

    pass(8_000);
    expect(notices()).toEqual([
      { line: "line1", tone: "failure", words: "No sound from your microphone" },
      { line: "line1", tone: "warning", words: "No sound from the caller" },
    ]);
    setMuted(true);
    levels.output = 0.1;
    pass(500);
    expect(notices()).toEqual([]);

    store.dispatch(directCallChanged({ line: "line1", call: null }));
    pass(1_000);
    expect(isWaiting()).toBe(false);
  });

  test("[SN9] a caller without sound is shown within 8 s", () => {
    const { levels, pass, notices, store } = aBridgedLine();
    levels.output = 0;

    pass(8_000);

    expect(notices()).toEqual([
      { line: "line1", tone: "warning", words: "No sound from the caller" },
    ]);
    expect(store.getState().desk.silence.line1).toEqual({ microphone: false, caller: true });
    levels.output = 0.1;
    pass(500);
    expect(store.getState().desk.silence.line1.caller).toBe(false);
  });

  test("[SN9] a held call and an idle page are not checked", () => {
    const { levels, pass, notices, store, isWaiting } = aBridgedLine();
    levels.input = levels.output = 0;
    const desk = { status: "held" as const, holder, since, unattended: false };
    store.dispatch(callAnswered({ ...call, desk }));
    pass(30_000);
    expect(notices()).toEqual([]);

    store.dispatch(legChanged({ line: "line1", leg: null }));
    pass(1_000);

    expect(isWaiting()).toBe(false);
  });
});
