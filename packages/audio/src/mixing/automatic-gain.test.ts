import { expect, test } from "vitest";

import { integratedLoudness } from "../levels/loudness.ts";
import { AutomaticGain } from "./automatic-gain.ts";

const sampleRate = 8000;
const blockSamples = 160;

/** Plays seconds of a tone through the gain. Returns the gain after each 20 ms, and the output. */
function play(
  gain: AutomaticGain,
  tone: { lufs: number; seconds: number },
): { gainsDb: number[]; out: Float32Array } {
  const amplitude = tone.lufs === -Infinity ? 0 : 10 ** ((tone.lufs + 3.01) / 20);
  const out = new Float32Array(tone.seconds * sampleRate);
  const gainsDb: number[] = [];
  for (let at = 0; at < out.length; at += blockSamples) {
    const block = out.subarray(at, at + blockSamples);
    for (let i = 0; i < block.length; i += 1) {
      block[i] = amplitude * Math.sin((2 * Math.PI * 997 * (at + i)) / sampleRate);
    }
    gain.apply(block);
    gainsDb.push(gain.gainDb);
  }
  return { gainsDb, out };
}

function aGain(): AutomaticGain {
  return new AutomaticGain({ sampleRate, targetLufs: -20, maxGainDb: 12 });
}

function largestStepDb(gainsDb: readonly number[]): number {
  return Math.max(...gainsDb.map((gain, i) => Math.abs(gain - (gainsDb[i - 50] ?? gain))));
}

test.each([-31, -26, -20, -12, -9])(
  "[XM50] a programme of %i LUFS is at -20 LUFS after three seconds",
  (lufs) => {
    const { out } = play(aGain(), { lufs, seconds: 8 });

    expect(integratedLoudness(out.subarray(3 * sampleRate), sampleRate)).toBeCloseTo(-20, 0);
  },
);

test("[XM50] the gain follows a level step completely, by at most 1 dB a second", () => {
  const gain = aGain();
  play(gain, { lufs: -26, seconds: 20 });
  expect(gain.gainDb).toBeCloseTo(6, 0);

  const { gainsDb, out } = play(gain, { lufs: -14, seconds: 60 });

  expect(largestStepDb(gainsDb)).toBeLessThan(1.05);
  expect(gainsDb.every((value, i) => value <= (gainsDb[i - 1] ?? 99) + 1e-9)).toBe(true);
  expect(integratedLoudness(out.subarray(50 * sampleRate), sampleRate)).toBeCloseTo(-20, 0);
});

test("[XM50] alternating loud and quiet music causes no pumping", () => {
  const gain = aGain();
  play(gain, { lufs: -20, seconds: 30 });
  const gainsDb: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const tone = { lufs: turn % 2 === 0 ? -18 : -30, seconds: 1 };
    const played = play(gain, tone);
    // A gain may change until it reaches the new mean. Changes without end would be pumping.
    if (turn >= 10) {
      gainsDb.push(...played.gainsDb);
    }
  }

  expect(Math.max(...gainsDb) - Math.min(...gainsDb)).toBeLessThan(1);
});

test("[XM50] the gain is at most 12 dB up or down, and a pause does not change it", () => {
  const quiet = aGain();
  play(quiet, { lufs: -45, seconds: 30 });
  expect(quiet.gainDb).toBeCloseTo(12, 5);
  play(quiet, { lufs: -Infinity, seconds: 60 });
  expect(quiet.gainDb).toBeCloseTo(12, 5);

  const loud = aGain();
  play(loud, { lufs: -3, seconds: 30 });
  expect(loud.gainDb).toBeCloseTo(-12, 5);
});
