import { describe, expect, test } from "vitest";

import { JitterBuffer, rootMeanSquare, toneShare, type AudioCodec } from "@linedesk/audio";
import { codecFacts, samplesPerTick, type AudioDecoder } from "../../src/codecs/codec-facts.ts";
import { Codecs } from "../../src/codecs/codecs.ts";
import { OpusLibrary } from "../../src/codecs/opus.ts";
import { OrderedDecoding } from "../../src/rtp/ordered-decoding.ts";

const codecs = new Codecs(await OpusLibrary.load());

interface Arrival {
  index: number;
  atMs: number;
}

/** Plays packets of 600 Hz, each arriving at its own time, and returns the output. */
function listen(
  codec: AudioCodec,
  arrivals: Arrival[],
  durationMs: number,
  decoder: AudioDecoder | null = null,
) {
  const { sampleRate, maxTickBytes } = codecFacts[codec];
  const tick = samplesPerTick(sampleRate);
  const jitter = new JitterBuffer(sampleRate);
  const ordered = new OrderedDecoding(decoder ?? codecs.openDecoder(codec));
  const coded = decoder === null ? codedTone(codec, durationMs / 20) : [];
  const waiting = arrivals.toSorted((a, b) => a.atMs - b.atMs);
  let arrived = 0;
  const output: number[] = [];
  for (let popMs = 20; popMs <= durationMs; popMs += 20) {
    for (let next = waiting[arrived]; next && next.atMs < popMs; next = waiting[arrived]) {
      const { index, atMs } = next;
      arrived += 1;
      const bytes = coded[index] ?? new Uint8Array(maxTickBytes);
      const sequence = (65_500 + index) & 0xffff;
      const packet = { sequence, timestamp: (0xffff0000 + index * tick) >>> 0, bytes, from: 0 };
      const moment = { nowMs: atMs, nextTickMs: popMs };
      ordered.put({ ...packet, length: bytes.length }, jitter, moment);
    }
    ordered.prepare(jitter, tick);
    const block = new Int16Array(tick);
    jitter.pop(block, tick);
    output.push(...block);
  }
  return { output: Int16Array.from(output), ordered, jitter, sampleRate };
}

/** Decodes every packet, and conceals every loss, to the same sound. */
const filling: AudioDecoder = {
  isStateful: true,
  durationMs: () => 20,
  decode: (_bytes, _from, _length, out) => {
    out.fill(1000, 0, 960);
    return 960;
  },
  recover: (_payload, out, samples) => {
    out.fill(1000, 0, samples);
    return samples;
  },
  close: () => undefined,
};

function codedTone(codec: AudioCodec, count: number): Uint8Array[] {
  const { sampleRate, maxTickBytes } = codecFacts[codec];
  const tick = samplesPerTick(sampleRate);
  const opus = { maxAverageBitrate: null, inBandFec: true };
  const encoder = codecs.openEncoder({ codec, payloadType: 96, telephoneEvent: null, opus });
  encoder.expectLoss?.(0.1);
  const out = new Uint8Array(maxTickBytes);
  return Array.from({ length: count }, (_, at) => {
    const samples = new Int16Array(tick).map((__, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * 600 * (at * tick + i)) / sampleRate)),
    );
    return out.slice(0, encoder.encode(samples, out, 0));
  });
}

function steady(count: number, delayMs: (index: number) => number): Arrival[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    atMs: index * 20 + delayMs(index),
  }));
}

describe.each(["G722", "opus"] as const)("with %s", (codec) => {
  test("[XM8] reordered packets are decoded in order", () => {
    function swapped(i: number): number {
      return i % 3 === 0 ? 25 : 0;
    }
    const { output, ordered, sampleRate } = listen(codec, steady(150, swapped), 3000);

    expect(toneShare(output.subarray(sampleRate), 600, sampleRate)).toBeGreaterThan(0.98);
    expect(ordered.concealed).toBe(0);
  });

  test("[XM8] duplicates and late packets change nothing", () => {
    const once = listen(
      codec,
      steady(100, () => 5),
      2000,
    );
    const doubled = [...steady(100, () => 5), ...steady(100, () => 45)];
    const twice = listen(codec, doubled, 2000);

    expect(twice.output).toEqual(once.output);
  });

  test("[XM8] a loss of one in twenty packets causes no audible gap", () => {
    const arrivals = steady(200, (i) => 5 + (i % 4) * 8).filter(({ index }) => index % 20 !== 13);
    const { output, sampleRate } = listen(codec, arrivals, 4000);
    const later = output.subarray(sampleRate, 3.5 * sampleRate);

    expect(toneShare(later, 600, sampleRate)).toBeGreaterThan(0.85);
    const part = sampleRate / 50;
    for (let at = 0; at + part <= later.length; at += part) {
      expect(rootMeanSquare(later.subarray(at, at + part))).toBeGreaterThan(1000);
    }
  });
});

test("[XM35] Opus recovers a lost packet from the next one", () => {
  function isLost({ index }: Arrival): boolean {
    return index % 20 === 13;
  }
  const arrivals = steady(300, () => 5).filter((arrival) => !isLost(arrival));
  const { ordered, jitter } = listen("opus", arrivals, 6000);

  // After the first losses the buffer keeps one more packet. From then on the decoder replaces all
  // lost packets.
  expect(ordered.concealed).toBeGreaterThan(8);
  expect(jitter.depthMs).toBeLessThanOrEqual(62);
});

test("[XM35] without further loss, the buffer shrinks again", () => {
  function isLost({ index }: Arrival): boolean {
    return index < 100 && index % 20 === 13;
  }
  const arrivals = steady(1300, () => 5).filter((arrival) => !isLost(arrival));
  const { ordered, jitter } = listen("opus", arrivals, 25_900, filling);

  expect(ordered.concealed).toBeGreaterThan(0);
  expect(jitter.depthMs).toBeLessThanOrEqual(42);
});
