import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { dtmfDigit, hasTone, toneShare } from "./tone-amplitude.ts";
import { dtmf, progressCadence, sine } from "./tones.ts";

test("every DTMF digit is made and recognised", () => {
  for (const digit of "0123456789*#ABCD") {
    const samples = dtmf(digit, 8000);
    expect(samples.length).toBe(8000 * 0.23);
    expect(dtmfDigit(samples.subarray(160, 800), 8000)).toBe(digit);
  }
});

test("w and W are pauses; another letter is refused", () => {
  expect(dtmf("wW", 8000)).toEqual(new Int16Array(12_000));
  expect(() => dtmf("1x", 8000)).toThrow(AudioFormatError);
});

test("Australian tones have their frequencies and cadences", () => {
  const ringback = progressCadence("ringback", 8000);
  expect(ringback.length).toBe(3 * 8000);
  const burst = ringback.subarray(0, 3200);
  expect([400, 425, 450].every((hz) => hasTone(burst, hz, 8000))).toBe(true);
  expect(hasTone(ringback.subarray(8000), 425, 8000)).toBe(false);

  const busy = progressCadence("busy", 8000);
  expect(busy.length).toBe(6000);
  expect(toneShare(busy.subarray(0, 3000), 425, 8000)).toBeGreaterThan(0.95);
  expect(progressCadence("congestion", 8000).length).toBe(12_000);
});

test("[XT14] the ring tone of a country has its frequencies and cadence, else Australia's", () => {
  const american = progressCadence("ringback", 8000, "us");
  expect(american.length).toBe(6 * 8000);
  const ring = american.subarray(0, 2 * 8000);
  expect([440, 480].every((hz) => hasTone(ring, hz, 8000))).toBe(true);
  expect(hasTone(american.subarray(2 * 8000), 440, 8000)).toBe(false);

  expect(progressCadence("ringback", 8000, "DE").length).toBe(5 * 8000);
  expect(progressCadence("ringback", 8000, "xx")).toEqual(progressCadence("ringback", 8000));
});

test("a voice is no digit and a tone is not heard beside its frequency", () => {
  const tone = sine({ frequenciesHz: [440], durationMs: 200, amplitude: 0.5, sampleRate: 8000 });

  expect(dtmfDigit(tone, 8000)).toBeNull();
  expect(hasTone(tone, 440, 8000)).toBe(true);
  expect(hasTone(tone, 500, 8000)).toBe(false);
  expect(hasTone(new Int16Array(1600), 440, 8000)).toBe(false);
});
