import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { hasTone, integratedLoudness } from "@linedesk/audio";
import { LiveDecoding } from "./live-decoding.ts";
import { LiveRing } from "./live-ring.ts";
import { LiveSound } from "./live-sound.ts";

async function loopMp3(): Promise<Buffer> {
  return readFile(new URL("../../tests/data/stream-1000hz-16k.mp3", import.meta.url));
}

/** This mixer ticks only when decoding waits for space in the buffer. */
function aStudio(): { sound: LiveSound; ring: LiveRing; output: number[]; tick: () => void } {
  const ring = new LiveRing(LiveRing.allocate());
  const sound = new LiveSound(ring, () => undefined);
  const output: number[] = [];
  function tick(): void {
    sound.advance();
    output.push(...sound.blockAt(8000));
  }
  return { sound, ring, output, tick };
}

test("[XM54] an MP3 stream is decoded as it arrives, and decoding waits when the mixer has enough", async () => {
  const studio = aStudio();
  const mp3 = await loopMp3();
  const decoding = new LiveDecoding(studio.ring, "mp3", async () => studio.tick());
  for (let i = 0; i < 10; i += 1) {
    await decoding.feed(mp3);
  }
  decoding.close();

  const samples = Int16Array.from(studio.output.slice(8000, 80_000));
  expect(hasTone(samples.subarray(30_000, 32_400), 1000, 8000)).toBe(true);
  expect(studio.ring.fill).toBeLessThan(48_000);
  const even = Float32Array.from(samples.subarray(32_000), (sample) => sample / 32_768);
  expect(Math.abs((integratedLoudness(even, 8000) ?? 0) + 20)).toBeLessThan(1.5);
});

test("[XM54] a piece that is not MP3 gives no sound, and a broken piece is skipped", async () => {
  const studio = aStudio();
  const decoding = new LiveDecoding(studio.ring, "mp3", async () => studio.tick());
  const mp3 = await loopMp3();

  expect(await decoding.feed(Buffer.from("<html>".repeat(500)))).toBe(0);
  await decoding.feed(mp3);
  await decoding.feed(Buffer.alloc(3000, 0x55));
  const before = studio.output.length;
  for (let i = 0; i < 3; i += 1) {
    await decoding.feed(mp3);
  }
  decoding.close();

  const samples = Int16Array.from(studio.output.slice(before + 16_000, before + 18_400));
  expect(hasTone(samples, 1000, 8000)).toBe(true);
});
