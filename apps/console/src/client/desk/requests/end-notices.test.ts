import { expect, test } from "vitest";

import { carrierChanged } from "../../store/carriers-slice.ts";
import { connectionChanged, deviceChanged, legChanged, noticed } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import { createStore } from "../../store/store.ts";
import { endNotices } from "./end-notices.ts";

function aPage() {
  const store = createStore();
  const timers = new Map<() => void, number>();
  endNotices({
    store,
    schedule: (run, ms) => {
      timers.set(run, ms);
      return () => void timers.delete(run);
    },
  });
  function show(until: Notice["until"] | null): void {
    const ends = until === null || until === undefined ? {} : { until };
    const notice = { id: "a", tone: "failure" as const, words: "It failed", code: null };
    store.dispatch(noticed({ ...notice, line: "line1", ...ends }));
  }
  function carry(callId: string): void {
    const leg = { status: "connecting" as const, callId, since: "", muted: false };
    store.dispatch(legChanged({ line: "line1", leg }));
  }
  const shown = () => store.getState().desk.notices.map(({ id }) => id);
  return { store, timers, show, carry, shown };
}

test("[CN25] the notice of a lost connection ends 8 s after the console is connected again", () => {
  const { store, timers, show, shown } = aPage();
  show("live");
  expect([...timers.values()]).toEqual([]);

  store.dispatch(connectionChanged({ status: "live" }));
  expect([...timers.values()]).toEqual([8_000]);
  store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  expect([...timers.values()]).toEqual([]);
  store.dispatch(connectionChanged({ status: "live" }));
  [...timers.keys()][0]?.();

  expect(shown()).toEqual([]);
});

test("[CN25] the notice of a line that was not ready ends 8 s after the line is ready", () => {
  const { store, timers, show, shown } = aPage();
  show("ready");
  store.dispatch(deviceChanged({ line: "line2", status: "registered" }));
  expect([...timers.values()]).toEqual([]);

  store.dispatch(deviceChanged({ line: "line1", status: "standby" }));
  [...timers.keys()][0]?.();

  expect(shown()).toEqual([]);
});

test("[CN25] the notice that an audio server is not connected ends when its line is online", () => {
  const { store, show, shown } = aPage();
  const carrier = { id: "s", name: "Studio", lastReplyAt: null, report: null, usedBy: null };
  store.dispatch(connectionChanged({ status: "live" }));
  show("online");
  expect(shown()).toEqual(["a"]);

  store.dispatch(carrierChanged({ line: "line1", carrier: { ...carrier, status: "online" } }));

  expect(shown()).toEqual([]);
});

test("[CN25] a notice of a line ends when the line carries another call, and not before", () => {
  const { show, carry, shown } = aPage();
  carry("kim");
  show(null);
  carry("kim");
  expect(shown()).toEqual(["a"]);

  carry("lee");

  expect(shown()).toEqual([]);
});
