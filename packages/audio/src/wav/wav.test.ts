import fc from "fast-check";
import { expect, test } from "vitest";

import { AudioFormatError } from "../audio-format-error.ts";
import { parseWav, writeWav } from "./wav.ts";

function header(format: { tag: number; channels: number; bits: number; size: number }): Uint8Array {
  const bytes = writeWav(new Int16Array(0), 16_000);
  const view = new DataView(bytes.buffer);
  view.setUint16(20, format.tag, true);
  view.setUint16(22, format.channels, true);
  view.setUint16(34, format.bits, true);
  view.setUint32(40, format.size, true);
  return bytes;
}

function wav(tag: number, bits: number, data: Uint8Array, channels = 1): Uint8Array {
  return Uint8Array.from([...header({ tag, channels, bits, size: data.length }), ...data]);
}

test("a written file is read again", () => {
  const samples = Int16Array.of(0, 1000, -1000, 32_767, -32_768);

  const pcm = parseWav(writeWav(samples, 8000));
  const mulaw = parseWav(writeWav(samples, 8000, "mulaw"));

  expect(pcm.sampleRate).toBe(8000);
  expect(Array.from(pcm.samples, (s) => s * 32_768)).toEqual([...samples]);
  mulaw.samples.forEach((s, i) => expect(s).toBeCloseTo((samples[i] ?? 0) / 32_768, 1));
});

test("8, 24 and 32 bits, float, PCMU and PCMA are read", () => {
  function half(tag: number, bits: number, data: Uint8Array): number {
    return parseWav(wav(tag, bits, data)).samples[0] ?? 0;
  }
  const float = new Uint8Array(Float32Array.of(0.5).buffer);
  const double = new Uint8Array(Float64Array.of(0.5).buffer);

  expect(half(1, 8, Uint8Array.of(192))).toBe(0.5);
  expect(half(1, 24, Uint8Array.of(0, 0, 0x40))).toBe(0.5);
  expect(half(1, 32, Uint8Array.of(0, 0, 0, 0xc0))).toBe(-0.5);
  expect(half(3, 32, float)).toBe(0.5);
  expect(half(3, 64, double)).toBe(0.5);
  expect(half(7, 8, Uint8Array.of(0x80))).toBeCloseTo(0.98, 2);
  expect(half(6, 8, Uint8Array.of(0xaa))).toBeCloseTo(0.98, 2);
});

test("two channels become their mean, and NaN becomes silence", () => {
  const stereo = new Uint8Array(Int16Array.of(16_384, 0, -16_384, -16_384).buffer);
  expect([...parseWav(wav(1, 16, stereo, 2)).samples]).toEqual([0.25, -0.5]);
  const nothing = new Uint8Array(Float32Array.of(NaN, Infinity).buffer);
  expect([...parseWav(wav(3, 32, nothing)).samples]).toEqual([0, 0]);
});

/** Returns the first sample of a WAV that has 24 bits in four bytes. */
function wide24(data: readonly number[]): number {
  const bytes = wav(1, 24, Uint8Array.from(data));
  new DataView(bytes.buffer).setUint16(32, 4, true);
  return parseWav(bytes).samples[0] ?? 0;
}

test("[SN52] 24 bits in four bytes are read from the upper or from the lower bytes", () => {
  expect(wide24([0, 0, 0, 0x40, 0, 0, 0, 0xc0])).toBe(0.5);
  expect(wide24([0, 0, 0x40, 0, 1, 0, 0x80, 0xff])).toBe(0.5);
});

test("a WAV of a format that is not supported is refused by name", () => {
  expect(() => parseWav(wav(0x11, 4, Uint8Array.of(1, 2, 3)))).toThrow("IMA ADPCM (format 17)");
});

test("random bytes, with and without a valid beginning, give AudioFormatError or audio", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(60), (noise, length) => {
      const good = writeWav(Int16Array.of(1, 2, 3), 8000);
      for (const bytes of [noise, Uint8Array.from([...good.subarray(0, length), ...noise])]) {
        try {
          expect(parseWav(bytes).samples.every((s) => Math.abs(s) <= 1)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(AudioFormatError);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
