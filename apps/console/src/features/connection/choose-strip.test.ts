import { expect, test } from "vitest";

import type { Connection } from "../../client/realtime/connection.ts";
import { freshMemory, remember, chooseStrip, rejectionReportLeftMs } from "./choose-strip.ts";

const reconnecting: Connection = { status: "reconnecting", attempt: 2, since: 1_000 };
const live: Connection = { status: "live" };
function after(...seen: [Connection, number][]) {
  return seen.reduce((memory, [connection, now]) => remember(memory, connection, now), freshMemory);
}

test("[CN5] connecting for less than 2 s shows nothing", () => {
  const connecting: Connection = { status: "connecting" };
  const memory = after([connecting, 0]);

  expect(chooseStrip(memory, connecting, 1_999)).toBeNull();
  expect(chooseStrip(memory, connecting, 2_000)).toEqual({ type: "connecting" });
});

test("[CN5] reconnecting shows the attempt and the duration", () => {
  const memory = after([reconnecting, 1_000]);

  expect(chooseStrip(memory, reconnecting, 2_500)).toBeNull();
  expect(chooseStrip(memory, reconnecting, 13_400)).toEqual({
    type: "reconnecting",
    attempt: 2,
    seconds: 12,
  });
});

test("[CN7] the strip for offline appears without a delay", () => {
  const offline: Connection = { status: "offline", since: 5 };
  expect(chooseStrip(after([offline, 5]), offline, 5)).toEqual({ type: "offline" });
});

test("[CN5] a restored connection is shown once, for 2 s", () => {
  const memory = after([reconnecting, 1_000], [live, 4_000]);

  expect(chooseStrip(memory, live, 5_999)).toEqual({ type: "back" });
  expect(chooseStrip(memory, live, 6_000)).toBeNull();
  expect(chooseStrip(remember(memory, live, 9_000), live, 9_000)).toBeNull();
});

test("[RT29] the strip shows that snapshots replace the events, and then that the list is up to date", () => {
  const slow: Connection = { status: "live", isSlow: true };
  const memory = after([reconnecting, 1_000], [slow, 4_000]);

  expect(chooseStrip(memory, slow, 60_000)).toEqual({ type: "slow" });
  expect(chooseStrip(remember(memory, live, 70_000), live, 70_000)).toEqual({ type: "back" });
});

test("[CN5] the first connection does not count as restored", () => {
  expect(chooseStrip(after([{ status: "connecting" }, 0], [live, 900]), live, 900)).toBeNull();
});

test("[CN18] the report about callers rejected for lack of capacity stays for five minutes after the last one", () => {
  const turnedAway = { count: 3, at: "2026-01-01T10:00:00.000Z" };
  const at = Date.parse(turnedAway.at);

  expect(rejectionReportLeftMs(null, at)).toBe(0);
  expect(rejectionReportLeftMs(turnedAway, at)).toBe(300_000);
  expect(rejectionReportLeftMs(turnedAway, at - 60_000)).toBe(300_000);
  expect(rejectionReportLeftMs(turnedAway, at + 299_999)).toBe(1);
  expect(rejectionReportLeftMs(turnedAway, at + 300_000)).toBe(0);
});
