import { expect, test } from "vitest";

import { snapshotLoaded } from "../../client/store/calls-slice.ts";
import { connectionChanged, legChanged } from "../../client/store/desk-slice.ts";
import { aCall, ALICE, STATION_ID } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { selectIsSoundAlive } from "./use-line.ts";

const connected = { callId: aCall(1).id, status: "connected", since: NOW, muted: false } as const;

function isAlive(
  leg: { signallingLost?: true },
  telephony: "up" | "down",
  isServerThere: boolean,
  call = aCall(1),
) {
  const calls = [call];
  const { store } = aDesk({}, { calls });
  store.dispatch(snapshotLoaded({ station: STATION_ID, seq: 2, calls, telephony }));
  store.dispatch(legChanged({ line: "line1", leg: { ...connected, quality: null, ...leg } }));
  if (!isServerThere) {
    store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  }
  return selectIsSoundAlive(store.getState(), "line1");
}

test("[CN23] the sound continues without the signalling, unless the exchange is away", () => {
  const lost = { signallingLost: true } as const;

  expect(isAlive(lost, "up", true)).toBe(true);
  expect(isAlive(lost, "up", false)).toBe(true);
  expect(isAlive(lost, "down", false)).toBe(true);
  expect(isAlive(lost, "down", true)).toBe(false);
  expect(isAlive({}, "up", false)).toBe(false);
});

test("[CN23] for a call on hold, the sound does not count as continuing without the signalling", () => {
  const holder = { user: ALICE, name: "Alice", line: "line1" as const };
  const since = "2026-11-21T10:00:00.000Z";
  const desk = { status: "held" as const, holder, since, unattended: false };

  expect(isAlive({ signallingLost: true }, "up", true, aCall(1, { desk }))).toBe(false);
});
