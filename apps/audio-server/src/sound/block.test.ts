import fc from "fast-check";
import { expect, test } from "vitest";

import { BLOCK_FRAMES, Reblocker } from "./block.ts";

test("pieces of any length become complete blocks of 10 ms in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 12 }), (lengths) => {
      const blocks: Float32Array[] = [];
      const reblocker = new Reblocker((block) => blocks.push(block));
      let next = 0;
      for (const length of lengths) {
        reblocker.push(Float32Array.from({ length }, () => next++));
      }

      expect(blocks).toHaveLength(Math.floor(next / BLOCK_FRAMES));
      for (const [i, block] of blocks.entries()) {
        expect(block).toHaveLength(BLOCK_FRAMES);
        expect([block[0], block.at(-1)]).toEqual([i * BLOCK_FRAMES, (i + 1) * BLOCK_FRAMES - 1]);
      }
    }),
  );
});
