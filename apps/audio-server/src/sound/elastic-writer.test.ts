import { expect, test } from "vitest";

import { BLOCK_FRAMES, fromInt16, SAMPLE_RATE, toInt16 } from "./block.ts";
import { ElasticWriter } from "./elastic-writer.ts";
import { TARGET_FRAMES } from "./fill-control.ts";
import { SampleQueue } from "./sound-queue.ts";

/** A block contains whole periods, so that the tone itself has no seam between blocks. */
const tone = Float32Array.from(
  { length: BLOCK_FRAMES },
  (_, i) => 0.3 * Math.sin((2 * Math.PI * 1000 * i) / SAMPLE_RATE),
);

function aWriter() {
  const queue = new SampleQueue(SAMPLE_RATE);
  const writer = new ElasticWriter(queue);
  function read(blocks: number): Float32Array {
    const out = new Float32Array(blocks * BLOCK_FRAMES);
    queue.read(out);
    return out;
  }
  function push(blocks: number): void {
    for (let block = 0; block < blocks; block += 1) {
      writer.push(tone);
    }
  }
  return { queue, writer, read, push };
}

function largestStep(samples: Float32Array): number {
  return samples.reduce(
    (most, sample, i) => Math.max(most, Math.abs(sample - (samples[i - 1] ?? sample))),
    0,
  );
}

test("[AS121] after a stall the whole excess is trimmed at once with a fade, and the latency is as before", () => {
  const { queue, writer, read, push } = aWriter();
  for (let block = 0; block < 50; block += 1) {
    push(1);
    read(1);
  }
  const steady = largestStep(tone);

  push(20);
  const stalled = queue.levelFrames();
  const played: Float32Array[] = [];
  for (let block = 0; block < 30; block += 1) {
    push(1);
    played.push(read(1));
  }

  expect(stalled).toBeLessThan(TARGET_FRAMES + (60 * SAMPLE_RATE) / 1000);
  expect(queue.levelFrames()).toBeLessThanOrEqual(TARGET_FRAMES);
  expect(writer.counts.latencyMs).toBeLessThanOrEqual(20);
  expect(writer.counts.trimmedFrames).toBeGreaterThan(10 * BLOCK_FRAMES);
  expect(writer.counts.refills).toBe(0);
  const all = Float32Array.from(played.flatMap((block) => [...block]));
  expect(largestStep(all)).toBeLessThan(2 * steady);
});

test("[AS121] after each empty read the queue restarts with half a block more silence than before, at most two blocks more", () => {
  const { queue, writer, read, push } = aWriter();
  push(3);
  for (let time = 1; time <= 6; time += 1) {
    read(20);
    push(1);

    expect(writer.counts.refills).toBe(time);
    const more = Math.min(time * 0.5, 2) * BLOCK_FRAMES;
    expect(queue.levelFrames()).toBeGreaterThan(TARGET_FRAMES + more);
    expect(queue.levelFrames()).toBeLessThanOrEqual(TARGET_FRAMES + more + BLOCK_FRAMES);
  }
});

test.each([
  ["the exact missing amount", 3, { dropped: 0, gaps: 0 }],
  ["four blocks", 4, { dropped: 0.5, gaps: 1 }],
  ["a fifth of a second", 20, { dropped: 16.5, gaps: 1 }],
])(
  "[AS121] a stall that ends with a burst of %s causes at most one gap, and only the excess is trimmed",
  (_what, burst, { dropped, gaps }) => {
    const queue = new SampleQueue(SAMPLE_RATE);
    const waiting: (() => void)[] = [];
    const writer = new ElasticWriter(queue, TARGET_FRAMES, (run) => waiting.push(run));
    const played: number[] = [];
    function beat(blocks: number): void {
      for (let block = 0; block < blocks; block += 1) {
        writer.push(tone);
      }
      waiting.splice(0).forEach((run) => run());
      const out = new Float32Array(BLOCK_FRAMES);
      queue.read(out);
      played.push(...out);
    }
    for (let block = 0; block < 100; block += 1) {
      beat(1);
    }
    for (let block = 0; block < burst - 1; block += 1) {
      beat(0);
    }
    beat(burst);
    for (let block = 0; block < 300; block += 1) {
      beat(1);
    }

    const { refills, trimmedFrames } = writer.counts;
    expect(refills).toBe(1);
    expect(trimmedFrames).toBe(dropped * BLOCK_FRAMES);
    expect(countGaps(played)).toBe(gaps);
  },
);

function countGaps(samples: readonly number[]): number {
  const leastFrames = SAMPLE_RATE / 1000;
  let [silent, gaps] = [0, 0];
  for (const sample of samples.slice(10 * BLOCK_FRAMES)) {
    silent = sample === 0 ? silent + 1 : 0;
    gaps += silent === leastFrames ? 1 : 0;
  }
  return gaps;
}

test("a full queue drops new samples, and an empty queue returns silence", () => {
  const queue = new SampleQueue(4);
  queue.write(Float32Array.of(1, 2, 3, 4, 5));
  const out = new Float32Array(6).fill(9);

  expect(queue.read(out)).toBe(4);
  expect([...out]).toEqual([1, 2, 3, 4, 0, 0]);
});

test("16-bit samples are converted to float and back unchanged, and louder values are clipped", () => {
  const samples = Int16Array.of(0, 1, -1, 32_767, -32_768);
  expect([...toInt16(fromInt16(samples, new Float32Array(5)), new Int16Array(5))]).toEqual([
    ...samples,
  ]);
  expect([...toInt16(Float32Array.of(1.5, -1.5), new Int16Array(2))]).toEqual([32_767, -32_768]);
});
