import { expect, test } from "vitest";

import { sine } from "@linedesk/audio";
import { BLOCK_FRAMES, fromInt16, SAMPLE_RATE } from "../sound/block.ts";
import { LineMeter } from "./line-meter.ts";
import { CHAIN_OFF, type ChainOptions, SoundChain } from "./sound-chain.ts";

function play(
  options: Partial<ChainOptions>,
  tone: { hz: number; amplitude: number },
  seconds = 2,
) {
  const chain = new SoundChain({ ...CHAIN_OFF, ...options });
  const samples = fromInt16(
    sine({
      frequenciesHz: [tone.hz],
      durationMs: seconds * 1000,
      amplitude: tone.amplitude,
      sampleRate: SAMPLE_RATE,
    }),
    new Float32Array(seconds * SAMPLE_RATE),
  );
  const before = samples.slice();
  for (let at = 0; at < samples.length; at += BLOCK_FRAMES) {
    chain.apply(samples.subarray(at, at + BLOCK_FRAMES));
  }
  const half = samples.subarray(samples.length / 2);
  const rms = Math.sqrt(half.reduce((sum, one) => sum + one * one, 0) / half.length);
  const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return { rmsDbfs: 20 * Math.log10(rms), peak, samples, before };
}

test("[AS54] every step is off by default, and the sound passes unchanged bit for bit", () => {
  const { samples, before } = play({}, { hz: 440, amplitude: 0.3 });

  expect(samples).toEqual(before);
});

test("[AS54] gain, high-pass, limiter and automatic gain change the sound by the amount of their settings", () => {
  const quiet = { hz: 1000, amplitude: 0.1 };
  const plain = play({}, quiet).rmsDbfs;

  expect(play({ gainDb: 6 }, quiet).rmsDbfs - plain).toBeCloseTo(6, 2);
  expect(play({ highPassHz: 100 }, quiet).rmsDbfs - plain).toBeCloseTo(0, 1);
  expect(play({ highPassHz: 100 }, { ...quiet, hz: 50 }).rmsDbfs - plain).toBeCloseTo(-12.3, 0);
  expect(play({ gainDb: 30, limiterDbfs: -3 }, quiet).peak).toBeLessThanOrEqual(10 ** (-3 / 20));
  expect(play({ limiterDbfs: -3 }, quiet).rmsDbfs).toBe(plain);
  expect(play({ automaticGainLufs: -20 }, quiet, 10).rmsDbfs).toBeCloseTo(-20, 0);
});

test("[AS55] the meter shows peak and rms in dBFS of the last fifth of a second", () => {
  const meter = new LineMeter();
  const { samples } = play({}, { hz: 1000, amplitude: 0.5 });

  for (let block = 0; block < 20; block += 1) {
    meter.add(samples.subarray(block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES));
  }

  expect(meter.peakDbfs).toBeCloseTo(-6.02, 1);
  expect(meter.rmsDbfs).toBeCloseTo(-9.03, 1);
});

function toDb(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

function gainOf(options: Partial<ChainOptions>, hz: number, amplitude = 0.1): number {
  return play(options, { hz, amplitude }).rmsDbfs - toDb(amplitude / Math.SQRT2);
}

test.each([80, 120, 300])(
  "[AS54] the high-pass at %i Hz has the response of a second-order Butterworth filter",
  (corner) => {
    for (const times of [0.25, 0.5, 1, 2, 4, 16]) {
      const hz = corner * times;
      const expected = -10 * Math.log10(1 + times ** -4);

      expect(Math.abs(gainOf({ highPassHz: corner }, hz) - expected)).toBeLessThan(0.25);
    }
  },
);

test.each([-60, -20, -6, 0, 6, 20, 30])(
  "[AS54] a gain of %i dB is the same at every frequency",
  (db) => {
    for (const hz of [50, 1000, 12_000]) {
      expect(gainOf({ gainDb: db }, hz, 0.01)).toBeCloseTo(db, db === -60 ? 0 : 1);
    }
  },
);

test("[AS54] the limiter leaves lower sound unchanged, limits louder sound to its ceiling, and releases again", () => {
  for (const ceiling of [-12, -6, -1]) {
    for (const level of [-30, -20, -13, -7, -2, 0, 12]) {
      const tone = { hz: 1000, amplitude: 10 ** (Math.min(0, level) / 20) };
      const { peak, rmsDbfs } = play({ gainDb: Math.max(0, level), limiterDbfs: ceiling }, tone);
      const fits = Math.min(level, ceiling);

      expect(toDb(peak)).toBeLessThanOrEqual(ceiling + 0.01);
      expect(Math.abs(rmsDbfs - (fits - 3.01))).toBeLessThan(0.1);
    }
  }

  const limiter = new SoundChain({ ...CHAIN_OFF, limiterDbfs: -6 });
  const loud = new Float32Array(BLOCK_FRAMES).fill(1);
  limiter.apply(loud);
  const after = Array.from({ length: 60 }, () => {
    const block = new Float32Array(BLOCK_FRAMES).fill(0.25);
    limiter.apply(block);
    return block.at(-1) ?? 0;
  });
  expect(after[0]).toBeLessThan(0.2);
  expect(after.at(-1)).toBe(0.25);
});

test("[AS54] the automatic gain raises or lowers sound by at most 12 dB, and does not amplify pauses", () => {
  for (const level of [-30, -26, -20, -14, -10]) {
    const tone = { hz: 1000, amplitude: Math.SQRT2 * 10 ** (level / 20) };

    expect(Math.abs(play({ automaticGainLufs: -20 }, tone, 20).rmsDbfs + 20)).toBeLessThan(0.5);
  }
  const faint = { hz: 1000, amplitude: Math.SQRT2 * 10 ** (-45 / 20) };
  expect(play({ automaticGainLufs: -20 }, faint, 20).rmsDbfs).toBeCloseTo(-33, 0);
  const pause = { hz: 1000, amplitude: Math.SQRT2 * 10 ** (-62 / 20) };
  expect(play({ automaticGainLufs: -20 }, pause, 20).rmsDbfs).toBeCloseTo(-62, 0);
});
