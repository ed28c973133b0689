import { expect, test } from "vitest";

import { aReading } from "../../testing/a-reading.ts";
import { QualityWarnings } from "./quality-warnings.ts";

/** One reading a second; what was told, as `second reason warnings`. */
function watched(...readings: Parameters<typeof aReading>[0][]): string[] {
  const warnings = new QualityWarnings(0);
  return readings.flatMap((more, i) => {
    const reason = warnings.next(aReading(more), (i + 1) * 1000);
    return reason === null ? [] : [`${i + 1} ${reason} ${warnings.raised.join(" ")}`.trim()];
  });
}

const good = {};
const bad = { jitterMs: 31 };

test("[XW21] a good call is told every 10 s and no more", () => {
  expect(watched(...Array<object>(25).fill(good))).toEqual(["10 interval", "20 interval"]);
});

test("[XW21] 3 bad seconds of 5 raise a warning at once, 5 good ones clear it", () => {
  expect(watched(good, bad, bad, good, bad, good, good, good, good, good, good)).toEqual([
    "5 warning-raised high-jitter",
    "10 warning-cleared",
  ]);
});

test("[XW21] a bad second now and then is nobody's business", () => {
  expect(watched(bad, good, good, bad, good, good, bad, good)).toEqual([]);
});

test.each([
  [{ jitterMs: 31 }, "high-jitter"],
  [{ roundTripMs: 401 }, "high-rtt"],
  [{ mos: 2.9 }, "low-mos"],
  [{ lossPercent: 1.1 }, "high-packet-loss"],
])("[XW21] %o is %s", (reading, warning) => {
  expect(watched(reading, reading, reading)).toEqual([`3 warning-raised ${warning}`]);
});

test("[XW21] clipping is more than 10 ms of full scale in a second", () => {
  function clipped(samples: number) {
    return { clippedSamples: samples };
  }

  expect(watched(clipped(500), clipped(600), clipped(700), clipped(800))).toEqual([
    "4 warning-raised clipping",
  ]);
  expect(watched(clipped(0), clipped(50), clipped(100), clipped(150))).toEqual([]);
});

test("[XW21] where nothing is known, nothing is bad", () => {
  const unknown = { mos: null, lossPercent: null, roundTripMs: null };

  expect(watched(unknown, unknown, unknown, unknown)).toEqual([]);
});

test("[XW21] a far end of which nothing comes any more has not become better", () => {
  const lossy = { mos: 2, lossPercent: 20 };
  const silent = { mos: null, lossPercent: null };

  expect(watched(lossy, lossy, lossy, silent, silent, silent, silent, silent, silent)).toEqual([
    "3 warning-raised low-mos high-packet-loss",
  ]);
  expect(watched(lossy, lossy, lossy, silent, good, good, good, good, good)).toEqual([
    "3 warning-raised low-mos high-packet-loss",
    "9 warning-cleared",
  ]);
});
