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
  readonly #control: FillControl;
  readonly #resampler = new StreamResampler(SAMPLE_RATE, SAMPLE_RATE);
  /** The begin of what was dropped, which fades out beneath what follows. */
  #tail: Float32Array | null = null;
  #trimmedFrames = 0;
  #refills = 0;
  #isFirst = true;

  constructor(queue: SoundQueue, targetFrames = TARGET_FRAMES) {
    this.#queue = queue;
    this.#control = new FillControl(targetFrames);
  }

  get counts(): ElasticCounts {
    return {
      trimmedFrames: this.#trimmedFrames,
      refills: this.#refills,
      ppm: this.#control.ppm,
      latencyMs: (this.#queue.levelFrames() / SAMPLE_RATE) * 1000,
    };
  }

  /** Another call begins: nobody was to find anything until now. */
  begin(): void {
    this.#isFirst = true;
    this.#control.begin();
  }

  push(block: Float32Array): void {
    const step = this.#control.next(this.#queue.levelFrames());
    this.#resampler.setSpeed(step.speed);
    const samples = this.#resampler.push(block);
    if (step.silenceFrames > 0) {
      this.#refills += this.#isFirst ? 0 : 1;
      this.#queue.write(new Float32Array(step.silenceFrames));
    }
    this.#isFirst = false;
    const cut = Math.min(Math.ceil(step.cutFrames), samples.length);
    if (cut > 0) {
      this.#tail ??= samples.slice(0, FADE_FRAMES);
      this.#trimmedFrames += cut;
    }
    if (cut < samples.length) {
      this.#queue.write(this.#fadedIn(samples.subarray(cut)));
    }
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
