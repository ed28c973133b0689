import { expect, test } from "vitest";

import { sine } from "@linedesk/audio";
import { BLOCK_FRAMES, fromInt16, SAMPLE_RATE } from "../sound/block.ts";
import { LineMeter } from "./line-meter.ts";
import { CHAIN_OFF, type ChainOptions, SoundChain } from "./sound-chain.ts";

/** Plays a tone through the chain; answers the rms of its last half in dBFS, and its peak. */
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

test("[AS54] every step is off unless it is set, and the sound passes bit by bit", () => {
  const { samples, before } = play({}, { hz: 440, amplitude: 0.3 });

  expect(samples).toEqual(before);
});

test("[AS54] gain, high-pass, limiter and automatic gain do by measure what they are set to", () => {
  const quiet = { hz: 1000, amplitude: 0.1 };
  const plain = play({}, quiet).rmsDbfs;

  expect(play({ gainDb: 6 }, quiet).rmsDbfs - plain).toBeCloseTo(6, 2);
  expect(play({ highPassHz: 100 }, quiet).rmsDbfs - plain).toBeCloseTo(0, 1);
  expect(play({ highPassHz: 100 }, { ...quiet, hz: 50 }).rmsDbfs - plain).toBeCloseTo(-12.3, 0);
  expect(play({ gainDb: 30, limiterDbfs: -3 }, quiet).peak).toBeLessThanOrEqual(10 ** (-3 / 20));
  expect(play({ limiterDbfs: -3 }, quiet).rmsDbfs).toBe(plain);
  expect(play({ automaticGainLufs: -20 }, quiet, 10).rmsDbfs).toBeCloseTo(-20, 0);
});

test("[AS55] the meter reads peak and rms in dBFS of the last fifth of a second", () => {
  const meter = new LineMeter();
  const { samples } = play({}, { hz: 1000, amplitude: 0.5 });

  for (let block = 0; block < 20; block += 1) {
    meter.add(samples.subarray(block * BLOCK_FRAMES, (block + 1) * BLOCK_FRAMES));
  }

  expect(meter.peakDbfs).toBeCloseTo(-6.02, 1);
  expect(meter.rmsDbfs).toBeCloseTo(-9.03, 1);
});
