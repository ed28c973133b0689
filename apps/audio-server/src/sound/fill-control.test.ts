import fc from "fast-check";
import { expect, test } from "vitest";

import { BLOCK_FRAMES, BLOCK_MS } from "./block.ts";
import { FillControl, TARGET_FRAMES } from "./fill-control.ts";

const BLOCKS = (30 * 60_000) / BLOCK_MS;

function simulate(ppm: number, jitterMs: number) {
  const control = new FillControl();
  const seen = { refills: 0, drops: 0, highest: 0, meanPpm: 0 };
  const readEveryMs = BLOCK_MS / (1 + ppm / 1e6);
  let level = 0;
  let reads = 0;
  let random = 1;
  for (let block = 0; block < BLOCKS; block += 1) {
    random = (random * 16_807) % 2_147_483_647;
    const atMs = block * BLOCK_MS + 3.7 + (random / 2_147_483_647) * jitterMs;
    while (reads * readEveryMs < atMs) {
      level = Math.max(0, level - BLOCK_FRAMES);
      reads += 1;
    }
    const { silenceFrames, cutFrames, speed } = control.next(level);
    seen.refills += silenceFrames > 0 ? 1 : 0;
    seen.drops += cutFrames > 0 ? 1 : 0;
    level += silenceFrames + Math.max(0, BLOCK_FRAMES - cutFrames) / speed;
    seen.highest = Math.max(seen.highest, level);
    seen.meanPpm += block >= BLOCKS / 2 ? control.ppm / (BLOCKS / 2) : 0;
  }
  return seen;
}

test("[AS46] between clocks within 100 ppm of each other, half an hour needs no cut, and silence only at the start", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100, max: 100 }),
      fc.integer({ min: 0, max: 8 }),
      (ppm, jitterMs) => {
        const { refills, drops, highest } = simulate(ppm, jitterMs);

        expect({ refills, drops }).toEqual({ refills: 1, drops: 0 });
        expect(highest).toBeLessThan(TARGET_FRAMES + 3 * BLOCK_FRAMES);
      },
    ),
    {
      numRuns: 25,
      examples: [
        [100, 8],
        [-100, 8],
        [100, 0],
        [-100, 0],
        [0, 0],
      ],
    },
  );
});

test("[AS46] on average the correction equals the drift, up to a limit of 200 ppm", () => {
  // A faster reader reads more sound than arrives. The writer stretches each block into more
  // frames, which is a speed below 1 and a negative `ppm`.
  expect(Math.abs(simulate(100, 4).meanPpm + 100)).toBeLessThan(5);
  expect(Math.abs(simulate(-100, 4).meanPpm - 100)).toBeLessThan(5);

  const control = new FillControl();
  for (let block = 0; block < 60_000; block += 1) {
    control.next(TARGET_FRAMES + 1500);
  }
  expect(control.ppm).toBe(200);
});

test("[AS121] when late packets are concealed twice in a minute, the delay grows until no more sound is cut", () => {
  function cutAfter(control: FillControl, blocks: number): number {
    for (let block = 0; block < blocks; block += 1) {
      control.next(TARGET_FRAMES);
    }
    return control.resume(TARGET_FRAMES + BLOCK_FRAMES, 1).cutFrames;
  }
  const control = new FillControl();
  control.begin();
  control.next(0);

  const cuts = [50, 150, 150, 150, 150].map((blocks) => cutAfter(control, blocks));
  expect(cuts).toEqual([BLOCK_FRAMES, BLOCK_FRAMES, BLOCK_FRAMES / 2, 0, 0]);
  const seldom = new FillControl();
  seldom.next(0);
  expect([200, 6_200, 6_200].map((blocks) => cutAfter(seldom, blocks))).toEqual([
    BLOCK_FRAMES,
    BLOCK_FRAMES,
    BLOCK_FRAMES,
  ]);
});
