import { beforeEach, expect, test } from "vitest";

import { sine, toneAmplitude } from "@linedesk/audio";
import { LIVE_RATE, LiveRing } from "./live-ring.ts";
import { LiveSound } from "./live-sound.ts";

const programme = 1000;
const music = 500;
const tickSamples = 960;

let ring: LiveRing;
let sound: LiveSound;
let listeners: number[];

beforeEach(() => {
  ring = new LiveRing(LiveRing.allocate());
  listeners = [];
  sound = new LiveSound(ring, (count) => listeners.push(count));
  sound.setMusic(new Int16Array(801).fill(music));
});

/**
 * Runs ticks with sound of the source at `level`. With 0 the source gives silence, and with `null`
 * nothing.
 */
function play(ticks: number, level: number | null): Int16Array[] {
  return Array.from({ length: ticks }, () => {
    if (level !== null) {
      ring.write(new Int16Array(tickSamples).fill(level));
    }
    sound.advance();
    return sound.block.slice();
  });
}

function isAll(blocks: Int16Array[], level: number): boolean {
  return blocks.every((block) => block.every((sample) => sample === level));
}

function largestStep(blocks: Int16Array[]): number {
  let last = blocks[0]?.[0] ?? 0;
  let most = 0;
  for (const block of blocks) {
    for (const sample of block) {
      most = Math.max(most, Math.abs(sample - last));
      last = sample;
    }
  }
  return most;
}

test("[XM54] the stream begins when 0.4 s of sound are stored, without a click, and continues evenly", () => {
  const first = play(19, programme);
  const rest = play(200, programme);

  expect(isAll(first, 0)).toBe(true);
  expect(isAll(rest.slice(2), programme)).toBe(true);
  expect(largestStep([...first, ...rest])).toBeLessThan(20);
  expect(ring.fill).toBe(19 * tickSamples);
});

test.each([
  ["no data", null],
  ["digital silence", 0],
])("[XM55] music is faded in after 5 s of %s, and not earlier", (_, level) => {
  play(100, programme);

  const before = play(245 + (level === null ? 0 : 20), level);
  expect(sound.isOnMusic).toBe(false);
  expect(isAll(before.slice(25), 0)).toBe(true);

  const fading = play(60, level);
  expect(sound.isOnMusic).toBe(true);
  expect(isAll(fading.slice(-5), music)).toBe(true);
  expect(largestStep(fading)).toBeLessThan(5);
});

test("[XM55] music is faded in after 10 s below -50 dBFS, and not earlier", () => {
  play(100, programme);

  play(490, 100);
  expect(sound.isOnMusic).toBe(false);

  const fading = play(60, 100);
  expect(sound.isOnMusic).toBe(true);
  expect(isAll(fading.slice(-5), music)).toBe(true);

  play(400, 110);
  expect(sound.isOnMusic).toBe(false);
});

test("[XM55] the programme returns half a second after its sound begins again", () => {
  play(100, programme);
  play(400, null);
  expect(sound.isOnMusic).toBe(true);

  const back = play(150, programme);

  expect(sound.isOnMusic).toBe(false);
  expect(isAll(back.slice(-20), programme)).toBe(true);
  expect(largestStep(back)).toBeLessThan(20);
});

test("[XM55] a click in the silence does not end the music", () => {
  play(400, null);
  play(10, programme);
  play(100, 0);

  expect(sound.isOnMusic).toBe(true);
});

test("[XM54] each underrun enlarges the buffer, up to 1.2 s", () => {
  play(100, programme);
  expect(ring.wantedFill).toBe(0.4 * LIVE_RATE);
  for (let i = 0; i < 10; i += 1) {
    play(100, null);
    play(200, programme);
  }

  expect(ring.wantedFill).toBe(1.2 * LIVE_RATE);
});

test("[XM54] sound that the mixer missed is skipped, so that the programme does not stay late", () => {
  play(100, programme);
  const before = ring.fill;
  sound.skip(30);
  for (let i = 0; i < 31; i += 1) {
    ring.write(new Int16Array(tickSamples).fill(programme));
  }

  expect(ring.fill).toBe(before + tickSamples);
});

test("[XM54] the ring buffer stores at most two seconds, and drops later sound", () => {
  for (let i = 0; i < 200; i += 1) {
    ring.write(new Int16Array(tickSamples).fill(i));
  }
  expect(ring.fill).toBe(2 * LIVE_RATE);
  const out = new Int16Array(tickSamples);
  ring.take(out);
  expect(out[0]).toBe(0);
  expect(ring.fill).toBe(2 * LIVE_RATE - tickSamples);
});

test("[XM13] a normal end is reported when all sound has been heard, including a short rest", () => {
  let ended = 0;
  const listener = {
    handleEnded: () => {
      ended += 1;
    },
    handleFailed: () => undefined,
  };
  sound.join(listener);
  // This is less than the amount that playback waits for at the beginning.
  ring.write(new Int16Array(6000).fill(programme));
  sound.advance();
  expect(ended).toBe(0);

  sound.end();
  const rest = play(7, null);

  expect(ended).toBe(1);
  expect(rest[3]?.[480]).toBe(programme);
});

test("a wideband listener hears the programme in full bandwidth, without aliasing", () => {
  ring.write(sine({ frequenciesHz: [6000], durationMs: 1000, amplitude: 0.3, sampleRate: 48_000 }));
  const output = new Map<number, number[]>([8000, 16_000, 48_000].map((rate) => [rate, []]));
  for (let i = 0; i < 45; i += 1) {
    sound.advance();
    for (const [rate, samples] of output) {
      samples.push(...sound.blockAt(rate));
    }
  }

  function share(rate: number, hz: number): number {
    return toneAmplitude(Int16Array.from(output.get(rate) ?? []).slice(-rate / 2), hz, rate) / 9830;
  }
  expect(share(48_000, 6000)).toBeGreaterThan(0.9);
  expect(share(16_000, 6000)).toBeGreaterThan(0.9);
  expect(share(8000, 2000)).toBeLessThan(0.002);
});
