import { expect, test } from "vitest";

import { BLOCK_FRAMES, SAMPLE_RATE } from "./block.ts";
import { DryWatch } from "./dry-watch.ts";

const FRAMES_PER_MS = SAMPLE_RATE / 1000;

/** A reader that takes a step at a time from what was written once; when it is seen to end. */
function untilDry(levelFrames: number, stepFrames: number, firstMs: number): number {
  const watch = new DryWatch();
  const stepMs = stepFrames / FRAMES_PER_MS;
  function levelAt(ms: number): number {
    const steps = ms < firstMs ? 0 : Math.floor((ms - firstMs) / stepMs) + 1;
    return Math.max(0, levelFrames - steps * stepFrames);
  }
  let ms = watch.wrote(levelFrames);
  for (;;) {
    const waitMs = watch.look(levelAt(ms), ms);
    if (waitMs === 0) {
      return ms;
    }
    ms += waitMs;
  }
}

test.each([0, 2, 5, 9.5])(
  "[AS121] of a reader that takes a block at %s ms, its last turn but one is not the end",
  (firstMs) => {
    const levelFrames = 2.5 * BLOCK_FRAMES;

    const dryMs = untilDry(levelFrames, BLOCK_FRAMES, firstMs);

    // It takes two blocks, and for the third there is not enough.
    expect(dryMs).toBeGreaterThan(firstMs + 10);
    expect(dryMs).toBeLessThan(firstMs + 20);
  },
);

test("[AS121] a reader of small steps is waited for until little is left", () => {
  const dryMs = untilDry(2 * BLOCK_FRAMES, 48, 0.5);

  expect(dryMs).toBeGreaterThan(14);
  expect(dryMs).toBeLessThan(20);
});
