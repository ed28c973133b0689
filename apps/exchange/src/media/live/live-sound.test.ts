import { beforeEach, expect, test } from "vitest";
import { LiveRing } from "./live-ring.ts";
import { LiveSound } from "./live-sound.ts";

const programme = 1000;
const music = 500;

let ring: LiveRing;
let sound: LiveSound;
let listeners: number[];

beforeEach(() => {
  ring = new LiveRing(LiveRing.allocate());
  listeners = [];
  sound = new LiveSound(ring, (count) => listeners.push(count));
  sound.setMusic(new Int16Array(801).fill(music));
});

/** So many ticks in which the source gives what it should, or silence, or nothing. */
function play(ticks: number, level: number | null): Int16Array[] {
  return Array.from({ length: ticks }, () => {
    if (level !== null) ring.write(new Int16Array(160).fill(level));
    sound.advance();
    return sound.block.slice();
  });
}

function isAll(blocks: Int16Array[], level: number): boolean {
  return blocks.every((block) => block.every((sample) => sample === level));
}

function largestStep(blocks: Int16Array[]): number {
  const samples = blocks.flatMap((block) => [...block]);
  return Math.max(...samples.slice(1).map((sample, i) => Math.abs(sample - (samples[i] ?? 0))));
}

test("[XM54] it begins once 0.4 s are in store, without a click, and goes on evenly", () => {
  const first = play(19, programme);
  const rest = play(200, programme);

  expect(isAll(first, 0)).toBe(true);
  expect(isAll(rest.slice(2), programme)).toBe(true);
  expect(largestStep([...first, ...rest])).toBeLessThan(20);
  expect(ring.fill).toBe(19 * 160);
});

test.each([
  ["no data", null],
  ["digital silence", 0],
])("[XM55] after 5 s of %s there is music, crossfaded, and none before", (_, level) => {
  play(100, programme);

  const before = play(245 + (level === null ? 0 : 20), level);
  expect(sound.isOnMusic).toBe(false);
  expect(isAll(before.slice(25), 0)).toBe(true);

  const fading = play(60, level);
  expect(sound.isOnMusic).toBe(true);
  expect(isAll(fading.slice(-5), music)).toBe(true);
  expect(largestStep(fading)).toBeLessThan(5);
});

test("[XM55] the programme is back half a second after its sound is", () => {
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

test("[XM59] each time that the store runs out more of it is wanted, up to 1.2 s", () => {
  play(100, programme);
  expect(ring.wantedFill).toBe(3200);
  for (let i = 0; i < 10; i += 1) {
    play(100, null);
    play(200, programme);
  }

  expect(ring.wantedFill).toBe(9600);
});

test("[XM54] what the mixer missed is left out, so that the programme is not late for ever", () => {
  play(100, programme);
  const before = ring.fill;
  sound.skip(30);
  for (let i = 0; i < 31; i += 1) ring.write(new Int16Array(160).fill(programme));

  expect(ring.fill).toBe(before + 160);
});

test("[XM59] the ring never holds more than two seconds and its counters may run over", () => {
  for (let i = 0; i < 200; i += 1) ring.write(new Int16Array(160).fill(i));
  expect(ring.fill).toBe(16_384);
  const out = new Int16Array(160);
  ring.take(out);
  expect(out[0]).toBe(0);
  expect(ring.fill).toBe(16_384 - 160);
});

test("[XM56] its proper end is told once all of it has been heard, also a short rest", () => {
  let passed = 0;
  const listener = {
    handlePassed: () => {
      passed += 1;
    },
    handleFailed: () => undefined,
  };
  sound.join(listener);
  // Less than it would wait for at the beginning.
  ring.write(new Int16Array(1000).fill(programme));
  sound.advance();
  expect(passed).toBe(0);

  sound.pass();
  const rest = play(7, null);

  expect(passed).toBe(1);
  expect(rest[3]?.[80]).toBe(programme);
});

test("[XM54] it says how many hear it", () => {
  const one = { handlePassed: () => undefined, handleFailed: () => undefined };
  const other = { ...one };
  sound.join(one);
  sound.join(other);
  sound.leave(one);
  sound.leave(one);
  sound.leave(other);

  expect(listeners).toEqual([1, 2, 1, 0]);
});
