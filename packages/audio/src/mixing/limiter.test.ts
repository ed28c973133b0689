import { expect, test } from "vitest";

import { addInto, Limiter } from "./limiter.ts";

test("a sum within the range passes unchanged", () => {
  const sum = new Int32Array(4);
  addInto(sum, Int16Array.of(1, -2, 30_000, -31_000), 4);
  addInto(sum, Int16Array.of(1, 1, 1000, -1000), 4);
  const out = new Int16Array(4);

  new Limiter().limit(sum, 4, out);

  expect([...out]).toEqual([2, -1, 31_000, -32_000]);
});

test("loud voices together are limited without wrap-around, and the level returns", () => {
  const limiter = new Limiter();
  const out = new Int16Array(160);
  const loud = new Int32Array(160).map((_, i) => Math.round(90_000 * Math.sin(i / 4)));

  limiter.limit(loud, 160, out);
  limiter.limit(loud, 160, out);
  for (let i = 0; i < 160; i += 1) {
    expect(Math.sign(out[i] ?? 0)).toBe(Math.sign(loud[i] ?? 0));
    expect(Math.abs(out[i] ?? 0)).toBeLessThanOrEqual(32_001);
  }
  expect(limiter.gain).toBeCloseTo(32_000 / 90_000, 1);

  const quiet = new Int32Array(160).fill(1000);
  for (let i = 0; i < 20; i += 1) {
    limiter.limit(quiet, 160, out);
  }
  expect([...out]).toEqual(Array.from({ length: 160 }, () => 1000));
});
