import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { rootMeanSquare } from "../mixing/limiter.ts";
import { toneShare } from "../tones/tone-amplitude.ts";
import { joinSamples } from "../tones/tones.ts";
import { JitterBuffer } from "./jitter-buffer.ts";

interface Arrival {
  index: number;
  atMs: number;
}

const start = 0xffffff00;

/** Plays a tone in packets of 20 ms, each with its own time of arrival, and returns the output. */
function listen(
  arrivals: Arrival[],
  durationMs: number,
  buffer = new JitterBuffer(8000),
  frequencyHz = 400,
) {
  const waiting = arrivals.toSorted((a, b) => a.atMs - b.atMs);
  let arrived = 0;
  const blocks: Int16Array[] = [];
  const real: number[] = [];
  for (let popMs = 20; popMs <= durationMs; popMs += 20) {
    for (let next = waiting[arrived]; next && next.atMs < popMs; next = waiting[arrived]) {
      const { index, atMs } = next;
      arrived += 1;
      buffer.put({
        sequence: (65_000 + index) & 0xffff,
        timestamp: (start + index * 160) >>> 0,
        samples: tone(index, frequencyHz),
        length: 160,
        nowMs: atMs,
        nextPopMs: popMs,
      });
    }
    const block = new Int16Array(160);
    real.push(buffer.pop(block, 160));
    blocks.push(block);
  }
  return { output: joinSamples(blocks), real, buffer };
}

function tone(index: number, frequencyHz: number): Int16Array {
  return new Int16Array(160).map((_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * frequencyHz * (index * 160 + i)) / 8000)),
  );
}

function steady(count: number, delayMs: (index: number) => number): Arrival[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    atMs: index * 20 + delayMs(index),
  }));
}

/** Returns the sharpest bend in the sound: a click bends more than the tone does. */
function roughest(samples: Int16Array): number {
  let most = 0;
  for (let i = 1; i + 1 < samples.length; i += 1) {
    const bend = (samples[i - 1] ?? 0) - 2 * (samples[i] ?? 0) + (samples[i + 1] ?? 0);
    most = Math.max(most, Math.abs(bend));
  }
  return most;
}

/** Returns the root mean square of the quietest 10 ms. */
function quietest(samples: Int16Array): number {
  let least = Infinity;
  for (let i = 0; i + 80 <= samples.length; i += 80) {
    least = Math.min(least, rootMeanSquare(samples.subarray(i, i + 80)));
  }
  return least;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("jitter buffer", () => {
  test("[XM8] delays a quiet network by at most 30 ms, over both wrap-arounds", () => {
    const { output, real, buffer } = listen(
      steady(1000, () => 5),
      20_000,
    );

    expect(real.slice(2, 990).every((count) => count === 160)).toBe(true);
    expect(buffer.depthMs).toBeLessThanOrEqual(30);
    expect(buffer.late).toBe(0);
    expect(toneShare(output.subarray(800, 150_000), 400, 8000)).toBeGreaterThan(0.999);
  });

  test.each([1, 4, 9, 11, 14, 19])(
    "[XM178] plays packets of 10 ms, the first of which arrives %i ms before a pop, without a gap",
    (untilPopMs) => {
      const buffer = new JitterBuffer(8000);
      const block = new Int16Array(160);
      const gaps: number[] = [];
      const slacks: (number | null)[] = [];
      for (let index = 0, popMs = 20; popMs < 2000; popMs += 20) {
        for (; 20 - untilPopMs + index * 10 < popMs; index += 1) {
          const nowMs = 20 - untilPopMs + index * 10;
          const samples = tone(0, 400).subarray(0, 80);
          const packet = { sequence: index, timestamp: index * 80, samples, length: 80 };
          buffer.put({ ...packet, nowMs, nextPopMs: popMs });
        }
        const real = buffer.pop(block, 160);
        gaps.push(160 - real);
        slacks.push(buffer.slackMs);
      }

      // The first block begins before the first packet, so it may have a gap.
      expect(gaps.slice(1).every((gap) => gap === 0)).toBe(true);
      expect(slacks.at(-1)).toBeGreaterThanOrEqual(4);
      expect(slacks.at(-1)).toBeLessThan(14);
    },
  );

  test("[XM8] grows with jitter without further loss, and shrinks when the network is quiet again", () => {
    function jittery(i: number): number {
      return i < 500 && i % 7 === 3 ? 38 : 3;
    }
    const { real, buffer } = listen(steady(1000, jittery), 20_000);

    expect(real.slice(50, 490).filter((count) => count < 160).length).toBe(0);
    expect(real.slice(800, 990).every((count) => count === 160)).toBe(true);
    expect(buffer.depthMs).toBeLessThanOrEqual(30);
  });

  test.each([
    ["fast", 200],
    ["slow", -200],
  ])("tolerates the clock of a %s sender for ten minutes", (_name, ppm) => {
    const buffer = new JitterBuffer(8000);
    const minutes = 10;
    const count = minutes * 3000;
    const period = 20 / (1 + ppm / 1_000_000);
    const arrivals = Array.from({ length: count }, (_, index) => ({
      index,
      atMs: index * period + 7,
    }));
    const { output, real } = listen(arrivals, minutes * 60_000 - 200, buffer, 437);

    expect(real.slice(5).filter((got) => got < 160).length).toBe(0);
    expect(buffer.depthMs).toBeLessThanOrEqual(45);
    expect(roughest(output.subarray(1600))).toBeLessThan(1.6 * roughest(tone(0, 437)));
    expect(quietest(output.subarray(1600))).toBeGreaterThan(3500);
  });

  test("[XM35] plays 5 % loss and 30 ms of jitter without a gap or a click", () => {
    const random = seeded(7);
    const arrivals = steady(3000, () => random() * 30).filter(() => random() >= 0.05);
    const lost = 3000 - arrivals.length;
    const { output, real, buffer } = listen(arrivals, 59_800, new JitterBuffer(8000), 437);
    const later = output.subarray(16_000);

    expect(lost).toBeGreaterThan(100);
    expect(real.slice(100, 2900).filter((got) => got < 160).length).toBeLessThan(lost * 1.1 + 20);
    expect(buffer.depthMs).toBeLessThanOrEqual(80);
    expect(toneShare(later.subarray(0, 8000), 437, 8000)).toBeGreaterThan(0.85);
    expect(quietest(later)).toBeGreaterThan(1500);
    expect(roughest(later)).toBeLessThan(3 * roughest(tone(0, 437)));
  });

  test.each([240, 200, 120])(
    "[XM35] conceals a lost packet of %i samples, wherever in a block it begins",
    (length) => {
      const buffer = new JitterBuffer(8000);
      const block = new Int16Array(160);
      const blocks: Int16Array[] = [];
      for (let index = 0, popMs = 20; popMs < 4000; popMs += 20) {
        for (; index * length < (popMs - 10) * 8; index += 1) {
          const samples = Int16Array.from({ length }, (_, i) =>
            Math.round(8000 * Math.sin((2 * Math.PI * 437 * (index * length + i)) / 8000)),
          );
          const nowMs = popMs - 10;
          const packet = { sequence: index, timestamp: index * length, samples, length };
          if (index % 11 !== 10) {
            buffer.put({ ...packet, nowMs, nextPopMs: popMs });
          }
        }
        buffer.pop(block, 160);
        blocks.push(block.slice());
      }
      const output = joinSamples(blocks).subarray(1600);

      expect(roughest(output)).toBeLessThan(1.6 * roughest(tone(0, 437)));
      expect(quietest(output)).toBeGreaterThan(3000);
    },
  );

  test("[XM8] plays reordered packets in order", () => {
    function swapped(i: number): number {
      return i % 2 === 0 ? 21 : 0;
    }
    const { output, real } = listen(steady(300, swapped), 6000);

    expect(real.slice(50, 290).every((count) => count === 160)).toBe(true);
    expect(toneShare(output.subarray(16_000, 40_000), 400, 8000)).toBeGreaterThan(0.99);
  });

  test("[XM35] conceals a lost packet with similar sound, and a loss of two seconds with silence", () => {
    const all = steady(400, () => 5);
    const one = listen(
      all.filter(({ index }) => index !== 100),
      4000,
    );
    const gap = one.output.subarray(101 * 160, 104 * 160);
    expect(toneShare(gap, 400, 8000)).toBeGreaterThan(0.9);

    const many = listen(
      all.filter(({ index }) => index < 100 || index >= 200),
      4000,
    );
    expect(many.output.subarray(110 * 160, 195 * 160).every((sample) => sample === 0)).toBe(true);
    expect(many.real.slice(210, 390).every((count) => count === 160)).toBe(true);
  });

  test("[XM8] ignores duplicates", () => {
    const once = listen(
      steady(100, () => 5),
      2000,
    );
    const twice = listen([...steady(100, () => 5), ...steady(100, () => 25)], 2000);

    expect(twice.output).toEqual(once.output);
    expect(twice.buffer.depthMs).toBe(once.buffer.depthMs);
  });

  test("[XM8] returns to a short delay after a network stalled for 300 ms", () => {
    function stalled(i: number): number {
      return i >= 100 && i < 115 ? (115 - i) * 20 + 5 : 5;
    }
    const { real, buffer } = listen(steady(600, stalled), 12_000);

    expect(real.slice(130, 590).filter((count) => count < 160).length).toBeLessThan(3);
    expect(buffer.depthMs).toBeLessThanOrEqual(40);
  });

  test("follows a stream whose timestamps jump far ahead", () => {
    const jump = steady(300, () => 5).map(({ index, atMs }) => ({
      index: index < 150 ? index : index + 50_000,
      atMs,
    }));
    const { real } = listen(jump, 6000);

    expect(real.slice(155, 290).every((count) => count === 160)).toBe(true);
  });

  test("returns sound in time with a limited delay, whatever packets arrive", () => {
    const arrival = fc.record({ index: fc.nat(2000), atMs: fc.nat(3000) });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 300 }), (arrivals) => {
        const { output, buffer } = listen(arrivals, 3000);
        expect(output.length).toBe(24_000);
        expect(buffer.depthMs).toBeLessThanOrEqual(600);
      }),
      { numRuns: 60 },
    );
  });
});
