import { describe, expect, test } from "vitest";

import { toneAmplitude, toneShare } from "../tones/tone-amplitude.ts";
import { BlockResampler } from "./block-resampler.ts";

const amplitude = 10_000;

/** Returns a tone resampled in blocks of 20 ms, without the first 100 ms. */
function through(frequencyHz: number, fromHz: number, toHz: number): Int16Array {
  const resampler = new BlockResampler(fromHz, toHz, 20);
  const output: number[] = [];
  for (let block = 0; block < 55; block += 1) {
    const samples = new Int16Array(fromHz / 50).map((_, i) =>
      Math.round(
        amplitude * Math.sin((2 * Math.PI * frequencyHz * (block * (fromHz / 50) + i)) / fromHz),
      ),
    );
    const sum = new Int32Array(toHz / 50);
    resampler.addInto(sum, samples);
    if (block >= 5) {
      output.push(...sum);
    }
  }
  return Int16Array.from(output);
}

const pairs: [number, number][] = [
  [8000, 16_000],
  [8000, 48_000],
  [16_000, 48_000],
  [48_000, 16_000],
  [48_000, 8000],
  [16_000, 8000],
];

describe("with the block resampler,", () => {
  test.each(pairs)("from %i to %i Hz the pass band is flat within 0.5 dB", (from, to) => {
    const lower = Math.min(from, to);
    for (const share of [0.0125, 0.125, 0.25, 0.375, 0.4, 0.425]) {
      const frequencyHz = share * lower;
      const measured = toneAmplitude(through(frequencyHz, from, to), frequencyHz, to);
      expect(Math.abs(20 * Math.log10(measured / amplitude))).toBeLessThan(0.5);
    }
  });

  test.each(pairs.filter(([from, to]) => from < to))(
    "from %i to %i Hz the images of a tone are 60 dB below it",
    (from, to) => {
      for (const share of [0.1, 0.25, 0.375, 0.425]) {
        const output = through(share * from, from, to);
        for (let image = from - share * from; image < to / 2; image += from) {
          expect(toneAmplitude(output, image, to)).toBeLessThan(amplitude / 1000);
        }
      }
    },
  );

  test.each(pairs.filter(([from, to]) => from > to))(
    "from %i to %i Hz frequencies above half the lower rate are 60 dB down, without aliasing",
    (from, to) => {
      for (const share of [0.575, 0.65, 0.75, 0.9]) {
        const output = through(share * to, from, to);
        expect(toneAmplitude(output, (1 - share) * to, to)).toBeLessThan(amplitude / 1000);
      }
    },
  );

  test.each(pairs)("from %i to %i Hz no border of a block is audible", (from, to) => {
    const frequencyHz = 0.11 * Math.min(from, to);
    const output = through(frequencyHz, from, to);

    // All else, such as clicks at the borders, is more than 60 dB below the tone.
    expect(toneShare(output, frequencyHz, to)).toBeGreaterThan(1 - 1e-6);
  });

  test("a constant stays constant, and the filter is quiet after it has decayed", () => {
    const resampler = new BlockResampler(8000, 48_000, 20);
    expect(resampler.isQuiet).toBe(true);
    const sum = new Int32Array(960);
    for (let i = 0; i < 3; i += 1) {
      resampler.addInto(sum.fill(0), new Int16Array(160).fill(1000));
    }
    expect([...sum].every((sample) => Math.abs(sample - 1000) <= 1)).toBe(true);

    expect(resampler.isQuiet).toBe(false);
    resampler.addInto(sum.fill(0), null);
    expect(sum.some((sample) => sample !== 0)).toBe(true);
    expect(resampler.isQuiet).toBe(true);
    resampler.addInto(sum.fill(0), null);
    expect(sum.every((sample) => sample === 0)).toBe(true);
  });

  test("rates without an integer ratio are refused", () => {
    expect(() => new BlockResampler(44_100, 8000, 20)).toThrow(RangeError);
    expect(() => new BlockResampler(8000, 8000, 20)).toThrow(RangeError);
  });
});
