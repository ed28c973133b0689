import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { dtmfDigit, hasTone } from "./tone-amplitude.ts";
import { dtmf, ringbackCadence, sine } from "./tones.ts";

test("every DTMF digit is generated and recognised", () => {
  for (const digit of "0123456789*#ABCD") {
    const samples = dtmf(digit, 8000);
    expect(samples.length).toBe(8000 * 0.23);
    expect(dtmfDigit(samples.subarray(160, 800), 8000)).toBe(digit);
  }
});

test("w and W are pauses, and a character that is not a digit is refused", () => {
  expect(dtmf("wW", 8000)).toEqual(new Int16Array(12_000));
  expect(() => dtmf("1x", 8000)).toThrow(AudioFormatError);
});

test("the Australian ringback has its frequencies and cadence", () => {
  const ringback = ringbackCadence(8000);
  expect(ringback.length).toBe(3 * 8000);
  const burst = ringback.subarray(0, 3200);
  expect([400, 425, 450].every((hz) => hasTone(burst, hz, 8000))).toBe(true);
  expect(hasTone(ringback.subarray(8000), 425, 8000)).toBe(false);
});

test("a voice is not detected as a digit, and a tone is detected only at its frequency", () => {
  const tone = sine({ frequenciesHz: [440], durationMs: 200, amplitude: 0.5, sampleRate: 8000 });

  expect(dtmfDigit(tone, 8000)).toBeNull();
  expect(hasTone(tone, 440, 8000)).toBe(true);
  expect(hasTone(tone, 500, 8000)).toBe(false);
  expect(hasTone(new Int16Array(1600), 440, 8000)).toBe(false);
});
