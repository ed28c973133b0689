import { expect, test } from "vitest";

import { g711 } from "@linedesk/audio";
import { GLITCH_TONE_HZ, GlitchCount } from "./glitch-count.ts";

function tone(rate: number, seconds: number, from = 0): number[] {
  return Array.from(
    { length: rate * seconds },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * GLITCH_TONE_HZ * (from + i)) / rate),
  );
}

function countIn(rate: number, samples: readonly number[]): number {
  const glitches = new GlitchCount(rate);
  glitches.push(samples);
  return glitches.count;
}

test("an unbroken tone has no glitch, whatever its phase, codec and clock drift are", () => {
  expect(countIn(48_000, tone(48_000, 3, 17))).toBe(0);
  expect(countIn(48_000, tone(48_009.6, 3))).toBe(0);
  const pcm = Int16Array.from(tone(8_000, 3), (sample) => sample * 32_767);
  const [coded, received] = [Buffer.alloc(pcm.length), new Int16Array(pcm.length)];
  g711("PCMU").encode(pcm, pcm.length, coded, 0);
  g711("PCMU").decode(coded, 0, coded.length, received);
  expect(countIn(8_000, Array.from(received))).toBe(0);
});

test("a gap of a millisecond, half a second of silence, and a skip of a millisecond or a block are one glitch each", () => {
  const samples = tone(48_000, 4);
  samples.fill(0, 30_100, 30_150);
  samples.fill(0, 60_000, 84_000);
  samples.splice(150_000, 48);
  samples.splice(170_000, 480);
  expect(countIn(48_000, samples)).toBe(4);
});
