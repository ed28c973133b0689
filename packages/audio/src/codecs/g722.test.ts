import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { toneAmplitude, toneShare } from "../tones/tone-amplitude.ts";
import { G722Decoder, G722Encoder } from "./g722.ts";

const seconds = 4;
const rate = 16_000;

/**
 * Returns one second of each: quiet noise, loud noise, a full-scale square wave, and rising steps.
 */
function vector(): Int16Array {
  let state = 1;
  return Int16Array.from({ length: seconds * rate }, (_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    if (i < rate) {
      return (state >>> 20) - 2048;
    }
    if (i < 2 * rate) {
      return (state >>> 16) - 32_768;
    }
    if (i < 3 * rate) {
      return Math.floor(i / 300) % 2 === 0 ? 32_767 : -32_768;
    }
    return ((i * 7) % 8000) - 4000;
  });
}

function sha256(bytes: Uint8Array | Int16Array): string {
  const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return createHash("sha256").update(view).digest("hex").slice(0, 16);
}

function encode(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.length / 2);
  new G722Encoder().encode(samples, samples.length, bytes, 0);
  return bytes;
}

function decode(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length * 2);
  new G722Decoder().decode(bytes, 0, bytes.length, samples);
  return samples;
}

function tone(frequencyHz: number): Int16Array {
  return Int16Array.from({ length: rate }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * frequencyHz * i) / rate)),
  );
}

describe("G.722", () => {
  // The expected bytes and samples are from FFmpeg 5.1's coder and decoder (`-c:a g722`).
  test("[XM37] encodes and decodes bit-exactly like FFmpeg", () => {
    const bytes = encode(vector());

    expect(sha256(bytes)).toBe("fbd540a953c1beac");
    expect(sha256(decode(bytes))).toBe("c27572d57fe4010f");
  });

  test("[XM37] decodes any bytes bit-exactly like FFmpeg", () => {
    const noise = vector().subarray(rate, 2 * rate);
    const bytes = new Uint8Array(noise.buffer, noise.byteOffset, noise.byteLength);

    expect(sha256(decode(bytes))).toBe("c1f9c9585c704614");
  });

  test.each([300, 1000, 3400, 4500, 6000, 7000])("[XM37] reproduces a tone of %i Hz", (hz) => {
    const decoded = decode(encode(tone(hz))).subarray(1600);

    expect(toneAmplitude(decoded, hz, rate)).toBeGreaterThan(7000);
    // In the lower band the tone is 30 dB above all noise and distortion, in the higher one 13 dB.
    expect(toneShare(decoded, hz, rate)).toBeGreaterThan(hz < 4000 ? 0.999 : 0.96);
  });

  test("[XM37] encodes silence as silence", () => {
    expect(decode(encode(new Int16Array(3200))).every((sample) => Math.abs(sample) < 4)).toBe(true);
  });
});
