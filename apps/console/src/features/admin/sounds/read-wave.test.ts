import { expect, test } from "vitest";

import { readWave } from "./read-wave.ts";

function aPreview(samples: readonly number[]): string {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer, 44);
  samples.forEach((sample, at) => view.setInt16(at * 2, sample, true));
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...bytes))}`;
}

test("the wave of a sound has the peak of each of its parts", () => {
  expect(readWave(aPreview([0, 16_384, -32_768, 8_192]), 2)).toEqual([0.5, 1]);
  expect(readWave(aPreview([100]), 40)).toHaveLength(1);
});

test("a preview without samples has no wave", () => {
  expect(readWave("data:audio/wav;base64,", 40)).toEqual([]);
});
