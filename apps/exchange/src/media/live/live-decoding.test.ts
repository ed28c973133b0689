import { readFile } from "node:fs/promises";
import { hearsTone, integratedLoudness } from "@linedesk/audio";
import { expect, test } from "vitest";
import { LiveDecoding } from "./live-decoding.ts";
import { LiveRing } from "./live-ring.ts";
import { LiveSound } from "./live-sound.ts";

const frameBytes = 108;
const frameMs = 36;

async function loopMp3(): Promise<Buffer> {
  return readFile(new URL("../../../tests/data/stream-1000hz-16k.mp3", import.meta.url));
}

/** A mixer whose ticks are driven by the decoding that waits for room, and by nothing else. */
function aStudio(): { sound: LiveSound; ring: LiveRing; heard: number[]; tick: () => void } {
  const ring = new LiveRing(LiveRing.allocate());
  const sound = new LiveSound(ring, () => undefined);
  const heard: number[] = [];
  const tick = (): void => {
    sound.advance();
    heard.push(...sound.block);
  };
  return { sound, ring, heard, tick };
}

test("[XM54] an MP3 stream is decoded as it comes, and waits where the mixer has enough", async () => {
  const studio = aStudio();
  const mp3 = await loopMp3();
  const decoding = new LiveDecoding(studio.ring, "mp3", async () => studio.tick());
  for (let i = 0; i < 10; i += 1) await decoding.feed(mp3);
  decoding.close();

  const samples = Int16Array.from(studio.heard.slice(8000, 80_000));
  expect(hearsTone(samples.subarray(30_000, 32_400), 1000, 8000)).toBe(true);
  expect(studio.ring.fill).toBeLessThan(8000);
  const even = Float32Array.from(samples.subarray(32_000), (sample) => sample / 32_768);
  expect(Math.abs((integratedLoudness(even, 8000) ?? 0) + 20)).toBeLessThan(1.5);
});

test.each([
  ["faster", 0.9982],
  ["slower", 1.0018],
])(
  "[XM52] a source whose clock is 0.18 %% %s is heard without a gap",
  async (_, share) => {
    const ring = new LiveRing(LiveRing.allocate());
    const sound = new LiveSound(ring, () => undefined);
    const mp3 = await loopMp3();
    const gaps: number[] = [];
    let ticks = 0;
    const tick = (): void => {
      sound.advance();
      ticks += 1;
      const isHeard = sound.block.some((sample) => Math.abs(sample) > 500);
      if (!isHeard && ticks > 100) gaps.push(ticks);
    };
    const decoding = new LiveDecoding(ring, "mp3", async () => tick());
    // Five minutes, in which the two clocks come to differ by more than what is in store.
    for (let frame = 0; frame * frameMs < 300_000; frame += 1) {
      const at = (frame % (mp3.length / frameBytes)) * frameBytes;
      await decoding.feed(mp3.subarray(at, at + frameBytes));
      while ((ticks + 1) * 20 <= (frame + 1) * frameMs * share) tick();
    }
    decoding.close();

    expect(gaps).toEqual([]);
    expect(ring.fill).toBeGreaterThan(0);
    expect(ring.fill).toBeLessThan(8000);
  },
  30_000,
);

test("[XM54] what was never MP3 is refused, and a broken piece in a stream passes", async () => {
  const studio = aStudio();
  const decoding = new LiveDecoding(studio.ring, "mp3", async () => studio.tick());
  const mp3 = await loopMp3();

  expect(await decoding.feed(Buffer.from("<html>".repeat(500)))).toBe(0);
  await decoding.feed(mp3);
  await decoding.feed(Buffer.alloc(3000, 0x55));
  const before = studio.heard.length;
  for (let i = 0; i < 3; i += 1) await decoding.feed(mp3);
  decoding.close();

  const samples = Int16Array.from(studio.heard.slice(before + 16_000, before + 18_400));
  expect(hearsTone(samples, 1000, 8000)).toBe(true);
});
