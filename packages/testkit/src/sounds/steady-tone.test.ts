import { expect, test } from "vitest";

import { SteadyTone } from "./steady-tone.ts";

const sampleRate = 8000;
const amplitude = 8000;
const toneHz = 440;
const tone = Int16Array.from({ length: 10 * sampleRate }, (_, i) =>
  Math.round(amplitude * Math.sin((2 * Math.PI * toneHz * i) / sampleRate)),
);

function measure(samples: Int16Array): SteadyTone {
  const steady = new SteadyTone({ toneHz, amplitude, sampleRate });
  for (let at = 0; at < samples.length; at += 160) {
    steady.add(samples.subarray(at, at + 160));
  }
  return steady;
}

test("a continuous tone has no gap, no click and no drift", () => {
  const steady = measure(tone);

  expect([steady.gaps, steady.clicks, steady.ticks]).toEqual([0, 0, 500]);
  expect(Math.abs(steady.driftSamples)).toBeLessThan(0.01);
});

test("one lost packet is a gap, and a cut of five samples is a click and a drift of five", () => {
  const lost = measure(tone.slice().fill(0, 40_000, 40_160));
  const cut = measure(Int16Array.from([...tone.subarray(0, 40_000), ...tone.subarray(40_005)]));

  expect(lost.gaps).toBe(1);
  expect(cut.clicks).toBeGreaterThan(0);
  expect(cut.driftSamples).toBeCloseTo(5, 1);
});

test("an inverted tone is a phase step of half a turn", () => {
  const turned = measure(tone.map((sample, i) => (i < 40_000 ? sample : -sample)));

  expect(Math.max(...turned.phaseSteps.map(Math.abs))).toBeCloseTo(0.5, 2);
});

test("one extra sample after each second is a drift of -1 sample a second", () => {
  const late: number[] = [];
  for (let second = 0; second < 10; second += 1) {
    late.push(...tone.subarray(second * sampleRate, (second + 1) * sampleRate), 0);
  }

  expect(measure(Int16Array.from(late)).driftSamples).toBeCloseTo(-9, 0);
});
