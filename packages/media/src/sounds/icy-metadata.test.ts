import fc from "fast-check";
import { expect, test } from "vitest";

import { IcyMetadata } from "./icy-metadata.ts";

/** Returns sound with a title (or an empty one) every `interval` bytes, as a radio sends it. */
function withTitles(sound: Uint8Array, interval: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < sound.length; at += interval) {
    const piece = sound.subarray(at, at + interval);
    parts.push(piece);
    if (piece.length < interval) {
      continue;
    }
    const blocks = (at / interval) % 3;
    parts.push(Uint8Array.of(blocks), new Uint8Array(blocks * 16).fill(0x54));
  }
  return Buffer.concat(parts);
}

test("[XM57] titles are removed from the sound, however the sound is divided into pieces", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 50 }),
      (sound, interval, size) => {
        const metadata = new IcyMetadata(interval);
        const sent = withTitles(sound, interval);
        const output: number[] = [];
        for (let at = 0; at < sent.length; at += size) {
          output.push(...metadata.strip(sent.subarray(at, at + size)));
        }
        expect(output).toEqual([...sound]);
      },
    ),
  );
});

test("an invalid header counts as no header", () => {
  expect(IcyMetadata.fromHeader(undefined)).toBeNull();
  expect(IcyMetadata.fromHeader("0")).toBeNull();
  expect(IcyMetadata.fromHeader("nonsense")).toBeNull();
  expect(IcyMetadata.fromHeader("16000")).toBeInstanceOf(IcyMetadata);
});
