import { expect, test } from "vitest";

import { toneAmplitude } from "../tones/tone-amplitude.ts";
import { StreamResampler } from "./stream-resampler.ts";

function tone(hz: number, sampleRate: number, length: number): Float32Array {
  return Float32Array.from(
    { length },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
}

function inPieces(resampler: StreamResampler, input: Float32Array, sizes: number[]): number[] {
  const output: number[] = [];
  for (let at = 0, i = 0; at < input.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    output.push(...resampler.push(input.subarray(at, at + size)));
    at += size;
  }
  return output;
}

test.each([11_025, 16_000, 22_050, 44_100, 48_000])(
  "[XM54] a tone from %i Hz keeps its pitch, level and length, however its samples are divided into pieces",
  (fromHz) => {
    const input = tone(440, fromHz, fromHz);
    const whole = inPieces(new StreamResampler(fromHz, 8000), input, [input.length]);
    const cut = inPieces(new StreamResampler(fromHz, 8000), input, [1, 7, 160, 1153]);

    expect(cut.length).toBe(whole.length);
    expect(Math.max(...cut.map((sample, i) => Math.abs(sample - (whole[i] ?? 0))))).toBeLessThan(
      1e-6,
    );
    expect(8000 - whole.length).toBeLessThan(40);
    const samples = Int16Array.from(cut.slice(400, 4400), (sample) => sample * 32_767);
    expect(20 * Math.log10(toneAmplitude(samples, 440, 8000) / 16_384)).toBeCloseTo(0, 0);
  },
);

test("[XM54] frequencies above half the new rate are removed, without aliasing", () => {
  const output = inPieces(new StreamResampler(48_000, 8000), tone(5000, 48_000, 48_000), [960]);

  expect(Math.max(...output.slice(200, -200).map(Math.abs))).toBeLessThan(0.001);
});

test("[XM54] a change of the speed changes the amount of input and causes no click", () => {
  const resampler = new StreamResampler(8000, 8000);
  const input = tone(400, 8000, 80_000);
  const output: number[] = [];
  for (let at = 0; at < input.length; at += 160) {
    resampler.setSpeed(at < 40_000 ? 1 : 1.002);
    output.push(...resampler.push(input.subarray(at, at + 160)));
  }

  expect(output.length).toBeGreaterThan(79_850);
  expect(output.length).toBeLessThan(79_930);
  // A 400 Hz tone of half scale moves by 0.157 a sample at most.
  const steps = output.slice(100).map((sample, i) => Math.abs(sample - (output[i + 99] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.16);
});
