import { expect, test } from "vitest";

import { integratedLoudness } from "./loudness.ts";

function tone(amplitudeDb: number, seconds: number, sampleRate: number, hz = 997): Float32Array {
  const amplitude = 10 ** (amplitudeDb / 20);
  return new Float32Array(seconds * sampleRate).map(
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
}

function joined(...parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

test.each([8000, 16_000, 44_100, 48_000])(
  "[XM50] 997 Hz at full scale in one channel is -3.01 LUFS at %i Hz, as BS.1770 states",
  (sampleRate) => {
    expect(integratedLoudness(tone(0, 5, sampleRate), sampleRate)).toBeCloseTo(-3.01, 1);
    expect(integratedLoudness(tone(-20, 5, sampleRate), sampleRate)).toBeCloseTo(-23.01, 1);
  },
);

test("[XM50] silence and parts 10 LU below the rest do not count (EBU Tech 3341 case 3)", () => {
  // The test's stereo tones of -36, -23 and -36 dBFS are 3.01 LU quieter in our mono signal.
  const samples = joined(tone(-36, 10, 8000), tone(-23, 60, 8000), tone(-36, 10, 8000));
  const withPauses = joined(new Float32Array(160_000), samples, new Float32Array(160_000));

  expect(integratedLoudness(samples, 8000)).toBeCloseTo(-26.01, 0);
  expect(integratedLoudness(withPauses, 8000)).toBeCloseTo(-26.01, 0);
});

test("[XM50] low frequencies count less and high ones more", () => {
  function at(hz: number): number {
    return integratedLoudness(tone(-10, 2, 48_000, hz), 48_000) ?? 0;
  }

  expect(at(30)).toBeLessThan(at(997) - 5);
  expect(at(3000)).toBeGreaterThan(at(997) + 2);
  expect(at(8000)).toBeCloseTo(at(997) + 3.3, 0);
});

test("[XM50] silence has no loudness, and a short sound is measured as one block", () => {
  expect(integratedLoudness(new Float32Array(0), 8000)).toBeNull();
  expect(integratedLoudness(new Float32Array(8000), 8000)).toBeNull();
  expect(integratedLoudness(tone(-20, 0.2, 8000), 8000)).toBeCloseTo(-23, 0);
});
