import { expect, test } from "vitest";

import { BLOCK_FRAMES, SAMPLE_RATE } from "./block.ts";
import { ElasticWriter } from "./elastic-writer.ts";
import { SampleQueue } from "./sound-queue.ts";

const toneHz = 1_000;
const amplitude = 0.5;
/** In this time, without a resampler, the drift exceeds the whole queue of 20 ms. */
const minutes = 4;
const blocks = minutes * 60 * 100;
const firstBlocks = 100;
/** This factor relates three consecutive samples of a sine. */
const turn = 2 * Math.cos((2 * Math.PI * toneHz) / SAMPLE_RATE);

const period = Float32Array.from(
  { length: BLOCK_FRAMES },
  (_, i) => amplitude * Math.sin((2 * Math.PI * toneHz * i) / SAMPLE_RATE),
);

class SineCheck {
  worst = 0;
  #before = 0;
  #here = 0;

  take(samples: Float32Array, isCounted: boolean): void {
    for (const after of samples) {
      const deviation = Math.abs(this.#before + after - turn * this.#here) / amplitude;
      this.worst = isCounted && deviation > this.worst ? deviation : this.worst;
      this.#before = this.#here;
      this.#here = after;
    }
  }
}

test.each([100, -100])(
  "[AS46] a tone between two clocks %d ppm apart has no slip, no click and distortion below -80 dB",
  (ppm) => {
    const queue = new SampleQueue(BLOCK_FRAMES * 100);
    const writer = new ElasticWriter(queue);
    const check = new SineCheck();
    let owedFrames = 0;
    for (let count = 0; count < blocks; count += 1) {
      writer.push(period.slice());
      owedFrames += BLOCK_FRAMES * (1 + ppm / 1e6);
      const read = new Float32Array(Math.floor(owedFrames));
      owedFrames -= read.length;
      queue.read(read);
      check.take(read, count > firstBlocks);
    }

    const { refills, trimmedFrames, latencyMs } = writer.counts;
    expect({ refills, trimmedFrames }).toEqual({ refills: 0, trimmedFrames: 0 });
    expect(writer.counts.ppm / -ppm).toBeGreaterThan(0.8);
    expect(writer.counts.ppm / -ppm).toBeLessThan(1.2);
    expect(latencyMs).toBeGreaterThan(10);
    expect(latencyMs).toBeLessThan(30);
    expect(check.worst).toBeLessThan(1e-4);
  },
);
