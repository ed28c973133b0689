import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toneAmplitude, toneShare, type OpusOptions } from "@linedesk/audio";
import { OpusDecoder } from "./opus-decoder.ts";
import { OpusEncoder } from "./opus-encoder.ts";
import { OpusLibrary } from "./opus.ts";

const rate = 48_000;
const tick = 960;
const library = await OpusLibrary.load();
if (library === null) {
  throw new Error("Opus cannot be loaded");
}
const opus = library;
const usual: OpusOptions = { maxAverageBitrate: null, inBandFec: true };

function toneBlock(at: number, frequencyHz: number): Int16Array {
  return Int16Array.from({ length: tick }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * frequencyHz * (at * tick + i)) / rate)),
  );
}

/** Returns speech-like sound: a gliding voice with its overtones, in syllables. */
function voiceBlock(at: number): Int16Array {
  return Int16Array.from({ length: tick }, (_, i) => {
    const t = (at * tick + i) / rate;
    const phase = 2 * Math.PI * (140 * t + 3 * Math.sin(2 * Math.PI * t));
    const loudness = 0.55 + 0.45 * Math.sin(2 * Math.PI * 3 * t);
    return Math.round(
      loudness * (5000 * Math.sin(phase) + 3000 * Math.sin(4 * phase) + 1500 * Math.sin(9 * phase)),
    );
  });
}

/** Returns a voice that differs in every packet, so that a decoder cannot guess a lost one. */
function syllableBlock(at: number): Int16Array {
  const hz = 140 + 60 * ((at * 7) % 5);
  return Int16Array.from({ length: tick }, (_, i) => {
    const shape = Math.sin((Math.PI * (i + 0.5)) / tick);
    const phase = (2 * Math.PI * hz * i) / rate;
    return Math.round(shape * (6000 * Math.sin(phase) + 3000 * Math.sin((2 + (at % 3)) * phase)));
  });
}

type Replaced = (decoder: OpusDecoder, after: Uint8Array, out: Int16Array) => number;

/**
 * Replaces every tenth packet, and returns the energy of the error as a share of the energy of the
 * original.
 */
function lossError(coded: Uint8Array[], replace: Replaced): number {
  const whole = decodeAll(coded);
  const decoder = new OpusDecoder(opus);
  const samples = new Int16Array(5760);
  let [error, all] = [0, 0];
  coded.forEach((packet, at) => {
    const after = coded[at + 1];
    if (at % 10 !== 7 || after === undefined) {
      decoder.decode(packet, 0, packet.length, samples);
      return;
    }
    expect(replace(decoder, after, samples)).toBe(tick);
    for (let i = 0; i < tick; i += 1) {
      const decoded = whole[at * tick + i] ?? 0;
      error += (decoded - (samples[i] ?? 0)) ** 2;
      all += decoded ** 2;
    }
  });
  decoder.close();
  return error / all;
}

function packets(
  count: number,
  block: (at: number) => Int16Array,
  opusOptions = usual,
  lossShare = 0.2,
): Uint8Array[] {
  const encoder = new OpusEncoder(opus, opusOptions);
  encoder.expectLoss(lossShare);
  const out = new Uint8Array(1275);
  const made = Array.from({ length: count }, (_, at) =>
    out.slice(0, encoder.encode(block(at), out, 0)),
  );
  encoder.close();
  return made;
}

function decodeAll(coded: Uint8Array[]): Int16Array {
  const decoder = new OpusDecoder(opus);
  const samples = new Int16Array(5760);
  const decoded = coded.flatMap((packet) => {
    const length = decoder.decode(packet, 0, packet.length, samples);
    return [...samples.subarray(0, length)];
  });
  decoder.close();
  return Int16Array.from(decoded);
}

describe("Opus", () => {
  test.each([440, 3000, 6000, 9000])("[XM34] reproduces a tone of %i Hz", (frequencyHz) => {
    const decoded = decodeAll(packets(60, (at) => toneBlock(at, frequencyHz))).subarray(20 * tick);

    expect(decoded.length).toBe(40 * tick);
    expect(toneAmplitude(decoded, frequencyHz, rate)).toBeGreaterThan(6000);
    expect(toneShare(decoded, frequencyHz, rate)).toBeGreaterThan(frequencyHz < 8000 ? 0.97 : 0.8);
  });

  test.each([
    [8000, 6000, 10_500],
    [32_000, 24_000, 38_000],
    [96_000, 70_000, 110_000],
  ])("[XM34] limits its bit rate to the %i bit/s of the far end", (wanted, least, most) => {
    const opusOptions = { maxAverageBitrate: wanted, inBandFec: false };
    const coded = packets(150, voiceBlock, opusOptions).slice(50);

    const bits = coded.reduce((sum, packet) => sum + packet.length * 8, 0) / 2;
    expect(bits).toBeGreaterThan(least);
    expect(bits).toBeLessThan(most);
  });

  test("[XM178] with packets of 10 ms delays 4 ms less, and sends 64 kbit/s unless the far end requests less", () => {
    /** Returns the delay of a tone that begins with the tenth packet. */
    function delaySamples(opusOptions: OpusOptions): number {
      const decoded = decodeAll(
        packets(20, (at) => toneBlock(at, at < 10 ? 0 : 1000), opusOptions, 0),
      );
      return decoded.findIndex((sample) => Math.abs(sample) > 4000) - 10 * tick;
    }
    function bitrate(opusOptions: OpusOptions): number {
      const coded = packets(150, voiceBlock, opusOptions, 0).slice(50);
      return coded.reduce((sum, packet) => sum + packet.length * 8, 0) / 2;
    }

    const gained = delaySamples(usual) - delaySamples({ ...usual, lowDelay: true });
    expect(Math.abs(gained - 192)).toBeLessThanOrEqual(24);
    expect(bitrate({ ...usual, lowDelay: true })).toBeGreaterThan(50_000);
    expect(bitrate({ ...usual, lowDelay: true })).toBeLessThan(75_000);
    const least = bitrate({ maxAverageBitrate: 32_000, inBandFec: true, lowDelay: true });
    expect(least).toBeGreaterThan(24_000);
    expect(least).toBeLessThan(38_000);
  });

  test("[XM178] with packets of 10 ms has no error correction", () => {
    const coded = packets(120, syllableBlock, { ...usual, lowDelay: true });

    const corrected = lossError(coded, (decoder, after, out) => decoder.recover(after, out, tick));
    const madeUp = lossError(coded, (decoder, _, out) => decoder.conceal(out, tick));

    expect(corrected).toBeGreaterThan(madeUp / 4);
  });

  test("[XM35] recovers a lost packet from the next one better than by concealment", () => {
    const coded = packets(120, syllableBlock);

    const corrected = lossError(coded, (decoder, after, out) => decoder.recover(after, out, tick));
    const madeUp = lossError(coded, (decoder, _, out) => decoder.conceal(out, tick));

    expect(corrected).toBeLessThan(madeUp / 4);
  });

  test("[XM35] sends no error correction to a far end that cannot use it or loses nothing", () => {
    function recovered(opusOptions: OpusOptions, share: number): number {
      return lossError(packets(120, syllableBlock, opusOptions, share), (decoder, after, out) =>
        decoder.recover(after, out, tick),
      );
    }

    const without = recovered({ ...usual, inBandFec: false }, 0.2);
    expect(recovered(usual, 0.2)).toBeLessThan(without / 4);
    expect(recovered(usual, 0)).toBeGreaterThan(without / 4);
  });

  test("[XM35] conceals a lost packet by continuing the sound before it", () => {
    const decoder = new OpusDecoder(opus);
    const samples = new Int16Array(5760);
    for (const packet of packets(30, (at) => toneBlock(at, 440))) {
      decoder.decode(packet, 0, packet.length, samples);
    }

    expect(decoder.conceal(samples, tick)).toBe(tick);
    expect(toneAmplitude(samples.slice(0, tick), 440, rate)).toBeGreaterThan(2000);
    decoder.close();
  });

  test("[XM19] refuses or decodes random bytes, and the decoder continues", () => {
    const decoder = new OpusDecoder(opus);
    const samples = new Int16Array(5760);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1600 }), (bytes) => {
        const count = decoder.decode(bytes, 0, bytes.length, samples);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(5760);
      }),
      { numRuns: 300 },
    );
    decoder.close();
    expect(decodeAll(packets(5, voiceBlock)).length).toBe(5 * tick);
  });

  test("[XT147] uses as much memory for a thousand legs, one after the other, as for one leg", () => {
    const before = opus.memoryBytes;
    for (let i = 0; i < 1000; i += 1) {
      new OpusEncoder(opus, usual).close();
      new OpusDecoder(opus).close();
    }

    expect(opus.memoryBytes - before).toBeLessThan(1_000_000);
  });
});
