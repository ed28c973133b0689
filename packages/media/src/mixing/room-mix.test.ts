import { describe, expect, test } from "vitest";

import { rootMeanSquare, toneAmplitude, toneShare } from "@linedesk/audio";
import { RoomMix } from "./room-mix.ts";

const ticks = 25;

function voice(frequencyHz: number, sampleRate: number) {
  const length = sampleRate / 50;
  return (tick: number) =>
    Int16Array.from({ length }, (_, i) =>
      Math.round(6000 * Math.sin((2 * Math.PI * frequencyHz * (tick * length + i)) / sampleRate)),
    );
}

/** Returns half a second of a listener's sound at a rate, from the fifth tick on. */
function listen(mix: RoomMix, sampleRate: number, speak: (tick: number) => void): Int16Array {
  const output: number[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    mix.begin();
    speak(tick);
    const { samples } = mix.sumAt(sampleRate);
    if (tick >= 5) {
      output.push(...samples);
    }
  }
  return Int16Array.from(output);
}

function roughest(samples: Int16Array): number {
  let most = 0;
  for (let i = 1; i + 1 < samples.length; i += 1) {
    const bend = (samples[i - 1] ?? 0) - 2 * (samples[i] ?? 0) + (samples[i + 1] ?? 0);
    most = Math.max(most, Math.abs(bend));
  }
  return most;
}

describe("room mix", () => {
  test("keeps every sample between legs of one rate", () => {
    const mix = new RoomMix();
    const speech = voice(6000, 48_000);

    const output = listen(mix, 48_000, (tick) => mix.add(speech(tick), 48_000));

    expect(output.subarray(0, 960)).toEqual(speech(5));
    expect(toneShare(output, 6000, 48_000)).toBeGreaterThan(0.999);
  });

  test("gives other legs all that their rate can carry, without aliasing", () => {
    const mix = new RoomMix();
    const high = voice(6000, 48_000);
    const low = voice(1000, 16_000);
    function speak(tick: number) {
      mix.add(high(tick), 48_000);
      mix.add(low(tick), 16_000);
    }

    const telephone = listen(mix, 8000, speak);
    const wide = listen(mix, 16_000, speak);

    expect(toneAmplitude(telephone, 1000, 8000)).toBeGreaterThan(5800);
    expect(toneAmplitude(telephone, 2000, 8000)).toBeLessThan(10);
    expect(toneAmplitude(wide, 1000, 16_000)).toBeGreaterThan(5800);
    expect(toneAmplitude(wide, 6000, 16_000)).toBeGreaterThan(5600);
  });

  test("adds and removes a voice of another rate without a click for the others", () => {
    const mix = new RoomMix();
    const telephone = voice(400, 8000);
    const wideband = voice(500, 48_000);
    const output = listen(mix, 8000, (tick) => {
      mix.add(telephone(tick), 8000);
      if (tick >= 8 && tick < 15) {
        mix.add(wideband(tick), 48_000);
      }
    });

    const bend = 6000 * ((2 * Math.PI) / 8000) ** 2 * (400 ** 2 + 500 ** 2);
    expect(roughest(output)).toBeLessThan(1.6 * bend);
    expect(rootMeanSquare(output.subarray(0, 160))).toBeCloseTo(6000 / Math.SQRT2, -2);
  });

  test("does not count a voice twice after it was resampled for a listener of another rate", () => {
    const mix = new RoomMix();
    mix.begin();
    mix.add(new Int16Array(160).fill(100), 8000);
    mix.add(new Int16Array(160).fill(200), 8000);
    expect(mix.sumAt(8000).samples).toEqual(new Int32Array(160).fill(300));
    expect(mix.sumAt(8000).sources).toBe(2);
    expect(mix.sumAt(48_000).sources).toBe(2);
    expect(mix.sumAt(8000).sources).toBe(2);

    mix.begin();
    expect(mix.sumAt(48_000).sources).toBe(1);
    mix.begin();
    expect(mix.sumAt(48_000).sources).toBe(0);
    expect(mix.sumAt(8000).samples.every((sample) => sample === 0)).toBe(true);
  });
});
