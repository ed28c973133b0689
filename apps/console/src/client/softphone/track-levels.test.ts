import { expect, test } from "vitest";

import { findLevels, TrackLevels } from "./track-levels.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("the levels come from the SDK, and from the tracks while the SDK reports silence", async () => {
  let now = 0;
  let readings = 0;
  const levels = new TrackLevels(
    () => {
      readings += 1;
      return Promise.resolve({ input: 0.7, output: 0.6 });
    },
    () => now,
  );

  levels.setVolume(0.3, 0.4);
  expect([levels.read(), readings]).toEqual([{ input: 0.3, output: 0.4 }, 0]);
  levels.setVolume(0, 0.4);
  levels.read();
  levels.read();
  await settle();
  expect([levels.read(), readings]).toEqual([{ input: 0.7, output: 0.4 }, 1]);

  now = 2_000;
  expect(levels.read()).toEqual({ input: 0.7, output: 0.6 });
});

test("the levels are zero after the connection has ended", async () => {
  const levels = new TrackLevels(() => Promise.reject(new Error("closed")));
  levels.read();
  await settle();

  expect(levels.read()).toEqual({ input: 0, output: 0 });
});

test("an amplitude becomes a level of the meters: silence is 0, and an open microphone in a quiet room is not", () => {
  const report = new Map<string, object>([
    ["a", { type: "media-source", kind: "audio", audioLevel: 0.0005 }],
    ["b", { type: "inbound-rtp", kind: "audio", audioLevel: 0 }],
    ["c", { type: "outbound-rtp", kind: "audio" }],
  ]);

  const { input, output } = findLevels(report as unknown as RTCStatsReport);

  expect(input).toBeGreaterThan(0.1);
  expect(input).toBeLessThan(0.5);
  expect(output).toBe(0);
});
