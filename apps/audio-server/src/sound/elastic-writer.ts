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
  /** What came since the reader found nothing. */
  readonly #late: Float32Array[] = [];
  readonly #afterBurst: (run: () => void) => void;
  #trimmedFrames = 0;
  #refills = 0;
  #isFirst = true;

  /** `afterBurst` runs something when all blocks that are here already have been pushed. */
  constructor(
    queue: SoundQueue,
    targetFrames = TARGET_FRAMES,
    afterBurst: (run: () => void) => void = (run) => run(),
  ) {
    this.#queue = queue;
    this.#control = new FillControl(targetFrames);
    this.#afterBurst = afterBurst;
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
    const level = this.#queue.levelFrames();
    if (level > 0 && this.#late.length === 0) {
      const { speed, cutFrames } = this.#control.next(level);
      this.#resampler.setSpeed(speed);
      this.#isFirst = false;
      this.#write(block, cutFrames);
      return;
    }
    this.#late.push(block);
    if (this.#late.length === 1) {
      this.#afterBurst(() => this.#writeLate());
    }
  }

  /** A stall of ours ends with a burst: what of it is wanted stands in the place of silence. */
  #writeLate(): void {
    const blocks = this.#late.splice(0);
    const { speed, silenceFrames, cutFrames } = this.#control.next(0, blocks.length);
    this.#resampler.setSpeed(speed);
    this.#refills += this.#isFirst ? 0 : 1;
    this.#isFirst = false;
    this.#queue.write(new Float32Array(silenceFrames));
    let toCut = cutFrames;
    for (const block of blocks) {
      toCut -= this.#write(block, toCut);
    }
  }

  /** Answers how many frames were left out. */
  #write(block: Float32Array, cutFrames: number): number {
    const samples = this.#resampler.push(block);
    const cut = Math.min(Math.ceil(cutFrames), samples.length);
    if (cut > 0) {
      this.#tail ??= samples.slice(0, FADE_FRAMES);
      this.#trimmedFrames += cut;
    }
    if (cut < samples.length) {
      this.#queue.write(this.#fadedIn(samples.subarray(cut)));
    }
    return cut;
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
