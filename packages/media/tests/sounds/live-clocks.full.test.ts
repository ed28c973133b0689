import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { LiveDecoding } from "../../src/live/live-decoding.ts";
import { LiveRing } from "../../src/live/live-ring.ts";
import { LiveSound } from "../../src/live/live-sound.ts";

const frameBytes = 108;
const frameMs = 36;

async function loopMp3(): Promise<Buffer> {
  return readFile(new URL("../data/stream-1000hz-16k.mp3", import.meta.url));
}

test.each([
  ["faster", 0.9982],
  ["slower", 1.0018],
])("[XM54] a source whose clock is 0.18 %% %s is heard without a gap", async (_, share) => {
  const ring = new LiveRing(LiveRing.allocate());
  const sound = new LiveSound(ring, () => undefined);
  const mp3 = await loopMp3();
  const gaps: number[] = [];
  let ticks = 0;
  function tick(): void {
    sound.advance();
    ticks += 1;
    const isAudible = sound.block.some((sample) => Math.abs(sample) > 500);
    if (!isAudible && ticks > 100) {
      gaps.push(ticks);
    }
  }
  const decoding = new LiveDecoding(ring, "mp3", async () => tick());
  // Five minutes, in which the two clocks come to differ by more than what is in store.
  for (let frame = 0; frame * frameMs < 300_000; frame += 1) {
    const at = (frame % (mp3.length / frameBytes)) * frameBytes;
    await decoding.feed(mp3.subarray(at, at + frameBytes));
    while ((ticks + 1) * 20 <= (frame + 1) * frameMs * share) {
      tick();
    }
  }
  decoding.close();

  expect(gaps).toEqual([]);
  expect(ring.fill).toBeGreaterThan(0);
  expect(ring.fill).toBeLessThan(48_000);
});
