import { expect, test } from "vitest";

import { rootMeanSquare, toneShare } from "@linedesk/audio";
import { OpusEncoder } from "../codecs/opus-encoder.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { OpusStreamDecoder } from "./opus-stream-decoder.ts";

const RATE = 48_000;
const TICK = 960;
const library = await OpusLibrary.load();

function encodeTone(count: number): Uint8Array[] {
  if (library === null) {
    throw new Error("Opus cannot be loaded");
  }
  const encoder = new OpusEncoder(library, { maxAverageBitrate: null, inBandFec: false });
  const out = new Uint8Array(1500);
  return Array.from({ length: count }, (_, at) => {
    const samples = Int16Array.from({ length: TICK }, (__, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 700 * (at * TICK + i)) / RATE)),
    );
    return out.slice(0, encoder.encode(samples, out, 0));
  });
}

/** Returns the head of a mono stream whose output gain is `decibels` (RFC 7845 5.1). */
function createHead(decibels: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode("OpusHead"));
  head.set([1, 1], 8);
  new DataView(head.buffer).setInt16(16, decibels * 256, true);
  return head;
}

async function decodeTone(decibels: number): Promise<Int16Array> {
  const decoder = new OpusStreamDecoder(createHead(decibels));
  const parts = await decoder.decode(encodeTone(25));
  decoder.close();
  const samples = parts.flatMap((part) => [...part.samples]).slice(TICK * 5);
  return Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
}

test("the output gain of an Opus stream changes how loud it is", async () => {
  const plain = rootMeanSquare(await decodeTone(0));

  for (const decibels of [-6, 6, -12.5]) {
    const samples = await decodeTone(decibels);
    expect(20 * Math.log10(rootMeanSquare(samples) / plain)).toBeCloseTo(decibels, 1);
    expect(toneShare(samples, 700, RATE)).toBeGreaterThan(0.95);
  }
});
