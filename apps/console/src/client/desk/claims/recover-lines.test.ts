import { expect, test } from "vitest";

import { STATION_ID } from "../../../testing/a-call.ts";
import { snapshotLoaded, stationOpened } from "../../store/calls-slice.ts";
import { connectionChanged, deviceChanged } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { recoverLines } from "./recover-lines.ts";

test("[VD100] both lines recover when the console is connected again, and not at the first connection", () => {
  const store = createStore();
  let recovered = 0;
  const softphone = { recover: () => void (recovered += 1), interrupt: () => undefined };
  recoverLines({ store, softphones: { line1: softphone, line2: softphone } });

  store.dispatch(connectionChanged({ status: "connecting" }));
  store.dispatch(connectionChanged({ status: "live" }));
  expect(recovered).toBe(0);
  store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  store.dispatch(connectionChanged({ status: "live" }));
  store.dispatch(connectionChanged({ status: "live" }));

  expect(recovered).toBe(2);
});

test("[VD100] each line recovers once, although it changes its status while it recovers", () => {
  const store = createStore();
  const recovered: string[] = [];
  const recoverAs = (line: "line1" | "line2") => ({
    interrupt: () => undefined,
    recover() {
      recovered.push(line);
      store.dispatch(deviceChanged({ line, status: "registering" }));
    },
  });
  recoverLines({ store, softphones: { line1: recoverAs("line1"), line2: recoverAs("line2") } });

  store.dispatch(connectionChanged({ status: "live" }));
  store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  store.dispatch(connectionChanged({ status: "live" }));

  expect(recovered).toEqual(["line1", "line2"]);
});

test("[CN11] a line without signalling shows the interruption as soon as the exchange is down", () => {
  const store = createStore();
  const interrupted: string[] = [];
  const interruptAs = (line: string) => ({
    recover: () => undefined,
    interrupt: () => void interrupted.push(line),
  });
  recoverLines({ store, softphones: { line1: interruptAs("1"), line2: interruptAs("2") } });

  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(connectionChanged({ status: "live" }));
  expect(interrupted).toEqual([]);
  const loaded = { station: STATION_ID, seq: 4, calls: [] };
  store.dispatch(snapshotLoaded({ ...loaded, telephony: "down" }));

  expect(interrupted).toEqual(["1", "2"]);
});

test("[CN81] the lines show an interruption when one of several exchanges is down, and recover when it is back", () => {
  const store = createStore();
  const seen: string[] = [];
  const note = (line: string) => ({
    recover: () => void seen.push(`recover ${line}`),
    interrupt: () => void seen.push(`interrupt ${line}`),
  });
  recoverLines({ store, softphones: { line1: note("1"), line2: note("2") } });
  store.dispatch(stationOpened(STATION_ID));
  store.dispatch(connectionChanged({ status: "live" }));
  const loaded = { station: STATION_ID, calls: [] };

  store.dispatch(snapshotLoaded({ ...loaded, seq: 4, exchangesAway: ["spare"] }));
  store.dispatch(snapshotLoaded({ ...loaded, seq: 5 }));

  expect(seen).toEqual(["interrupt 1", "interrupt 2", "recover 1", "recover 2"]);
});
