import { StreamResampler } from "@linedesk/audio";
import { SAMPLE_RATE } from "./block.ts";
import { FillControl, TARGET_FRAMES } from "./fill-control.ts";
import type { SoundQueue } from "./sound-queue.ts";

/** What is dropped is faded over so long into what follows, so that nothing clicks. */
const FADE_FRAMES = 240;

export interface ElasticCounts {
  /** Frames that were dropped after a stall. */
  trimmedFrames: number;
  /** How often the reader had nothing, after the first block. */
  refills: number;
  ppm: number;
  latencyMs: number;
}

/** Writes the blocks of one clock into a queue that another clock empties. */
export class ElasticWriter {
  readonly #queue: SoundQueue;
  readonly #targetFrames: number;
  readonly #control: FillControl;
  readonly #resampler = new StreamResampler(SAMPLE_RATE, SAMPLE_RATE);
  /** The begin of what was dropped, which fades out beneath what follows. */
  #tail: Float32Array | null = null;
  #trimmedFrames = 0;
  #fills = 0;

  constructor(queue: SoundQueue, targetFrames = TARGET_FRAMES) {
    this.#queue = queue;
    this.#targetFrames = targetFrames;
    this.#control = new FillControl(targetFrames);
  }

  get counts(): ElasticCounts {
    return {
      trimmedFrames: this.#trimmedFrames,
      refills: Math.max(0, this.#fills - 1),
      ppm: this.#control.ppm,
      latencyMs: (this.#queue.levelFrames() / SAMPLE_RATE) * 1000,
    };
  }

  push(block: Float32Array): void {
    const { action, speed } = this.#control.next(this.#queue.levelFrames());
    this.#resampler.setSpeed(speed);
    const samples = this.#resampler.push(block);
    if (action === "drop") {
      this.#tail ??= samples.slice(0, FADE_FRAMES);
      this.#trimmedFrames += samples.length;
      return;
    }
    if (action === "refill") {
      this.#fills += 1;
      this.#queue.write(new Float32Array(this.#targetFrames));
    }
    this.#queue.write(this.#fadedIn(samples));
  }

  #fadedIn(samples: Float32Array): Float32Array {
    const tail = this.#tail;
    if (tail === null) {
      return samples;
    }
    this.#tail = null;
    const length = Math.min(tail.length, samples.length);
    for (let i = 0; i < length; i += 1) {
      const share = (i + 1) / length;
      samples[i] = (samples[i] ?? 0) * share + (tail[i] ?? 0) * (1 - share);
    }
    return samples;
  }
}
