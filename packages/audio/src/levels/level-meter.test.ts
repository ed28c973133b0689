import { expect, test } from "vitest";

import { sine } from "../tones/tones.ts";
import { LevelMeter, SILENCE_DBFS } from "./level-meter.ts";

function tone(amplitude: number): Int16Array {
  return sine({ frequenciesHz: [1000], durationMs: 1000, amplitude, sampleRate: 8000 });
}

function measure(samples: Int16Array): LevelMeter {
  const meter = new LevelMeter(50);
  for (let at = 0; at < samples.length; at += 160) {
    meter.add(samples.subarray(at, at + 160));
  }
  return meter;
}

test("[XM69] rms and peak of the last second are in dBFS", () => {
  const meter = measure(tone(0.1));

  expect(meter.peakDbfs).toBeCloseTo(-20, 1);
  expect(meter.rmsDbfs).toBeCloseTo(-23, 1);
  expect(meter.clippedSamples).toBe(0);
});

test("[XM69] samples at full scale are counted", () => {
  const overdriven = tone(1).map((sample) => Math.max(-32_124, Math.min(32_124, sample * 3)));

  expect(measure(overdriven).clippedSamples).toBeGreaterThan(4000);
});

test("[XM69] silence is -96 dBFS, and half a second gives no reading yet", () => {
  expect(measure(new Int16Array(8000)).rmsDbfs).toBe(SILENCE_DBFS);
  expect(measure(tone(0.5).subarray(0, 4000)).rmsDbfs).toBe(SILENCE_DBFS);
});

test("[XM69] a block's own level is returned", () => {
  expect(new LevelMeter(50).add(tone(0.1).subarray(800, 960))).toBeCloseTo(-23, 1);
  expect(new LevelMeter(50).add(new Int16Array(160))).toBe(SILENCE_DBFS);
});
