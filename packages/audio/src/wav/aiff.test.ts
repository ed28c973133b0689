import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { parseAiff } from "./aiff.ts";
import { readSamples } from "./read-samples.ts";

const rate8000 = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0];

function chunk(name: string, body: readonly number[]): number[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return [...Buffer.from(name), ...length, ...body, ...(body.length % 2 === 0 ? [] : [0])];
}

/** Returns a mono AIFF at 8 kHz, or an AIFF-C if it has a compression. */
function aiff(bits: number, data: readonly number[], compression: string | null = null): Buffer {
  const kind = compression === null ? [] : [...Buffer.from(compression), 0, 0];
  const comm = chunk("COMM", [0, 1, 0, 0, 0, 1, 0, bits, ...rate8000, ...kind]);
  const sound = chunk("SSND", [0, 0, 0, 0, 0, 0, 0, 0, ...data]);
  const form = compression === null ? "AIFF" : "AIFC";
  // Some programs write the format chunk after the sound.
  return Buffer.from([...chunk("FORM", []), ...Buffer.from(form), ...sound, ...comm]);
}

function half(bits: number, data: readonly number[], compression: string | null = null): number {
  const { format, data: samples } = parseAiff(aiff(bits, data, compression));
  expect(format.sampleRate).toBe(8000);
  return readSamples(format, samples).samples[0] ?? 0;
}

test("[SN53] AIFF of 8 to 32 bits and uncompressed AIFF-C are read", () => {
  expect(half(8, [0x40])).toBe(0.5);
  expect(half(16, [0x40, 0])).toBe(0.5);
  expect(half(24, [0xc0, 0, 0])).toBe(-0.5);
  expect(half(32, [0x40, 0, 0, 0])).toBe(0.5);
  expect(half(16, [0, 0x40], "sowt")).toBe(0.5);
  expect(half(32, [0x3f, 0, 0, 0], "fl32")).toBe(0.5);
  expect(half(16, [0x80], "ulaw")).toBeCloseTo(0.98, 2);
});

test("[SN53] a compressed AIFF-C and random bytes fail with AudioFormatError", () => {
  expect(() => parseAiff(aiff(16, [1, 2, 3], "ima4"))).toThrow('An AIFF with "ima4"');
  fc.assert(
    fc.property(fc.nat(60), fc.uint8Array({ maxLength: 100 }), (length, noise) => {
      try {
        const beginning = aiff(16, [1, 2, 3]).subarray(0, length);
        expect(parseAiff(Buffer.concat([beginning, noise])).format.channels).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(AudioFormatError);
      }
    }),
  );
});
