import { expect, test } from "vitest";

import { toneShare, toneAmplitude } from "../tones/tone-amplitude.ts";
import { resample } from "./resample.ts";

function wave(frequencyHz: number, sampleRate: number): Float32Array {
  return Float32Array.from({ length: sampleRate }, (_, i) =>
    Math.sin((2 * Math.PI * frequencyHz * i) / sampleRate),
  );
}

function middle(samples: Float32Array): Int16Array {
  const quarter = samples.length / 4;
  return Int16Array.from(samples.subarray(quarter, 3 * quarter), (s) => Math.round(s * 10_000));
}

test.each([
  [48_000, 8000],
  [44_100, 8000],
  [22_050, 8000],
  [11_025, 8000],
  [96_000, 8000],
  [8000, 16_000],
  [8000, 48_000],
  [44_101, 8000],
])("%i Hz to %i Hz keeps a tone of 1 kHz unchanged", (fromHz, toHz) => {
  const output = resample(wave(1000, fromHz), fromHz, toHz);

  expect(Math.abs(output.length - toHz)).toBeLessThanOrEqual(1);
  expect(toneAmplitude(middle(output), 1000, toHz)).toBeGreaterThan(9900);
  expect(toneAmplitude(middle(output), 1000, toHz)).toBeLessThan(10_100);
  expect(toneShare(middle(output), 1000, toHz)).toBeGreaterThan(0.9999);
});

test("a tone above half the new rate is removed, without aliasing", () => {
  const output = resample(wave(5000, 48_000), 48_000, 8000);

  // At 8 kHz, 5 kHz would fold to 3 kHz. An amplitude of 10 is 60 dB below the tone of 10,000.
  expect(toneAmplitude(middle(output), 3000, 8000)).toBeLessThan(10);
});

test("a tone of 3.4 kHz, the highest of telephone voice, loses at most 1 dB", () => {
  const output = resample(wave(3400, 48_000), 48_000, 8000);

  expect(toneAmplitude(middle(output), 3400, 8000)).toBeGreaterThan(8900);
});

test("an impossible rate is refused", () => {
  expect(() => resample(new Float32Array(1), 0, 8000)).toThrow(RangeError);
  expect(() => resample(new Float32Array(1), 8000, 8000.5)).toThrow(RangeError);
});
