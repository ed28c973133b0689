import { Concealment, StreamResampler } from "@linedesk/audio";
import { BLOCK_FRAMES, SAMPLE_RATE, toInt16 } from "./block.ts";
import { FillControl, TARGET_FRAMES } from "./fill-control.ts";
import type { SoundQueue } from "./sound-queue.ts";

const FADE_FRAMES = 240;
const FULL_SCALE = 32_768;

export interface ElasticCounts {
  trimmedFrames: number;
  refills: number;
  concealments: number;
  ppm: number;
  latencyMs: number;
}

export class ElasticWriter {
  readonly #queue: SoundQueue;
  readonly #control: FillControl;
  readonly #resampler = new StreamResampler(SAMPLE_RATE, SAMPLE_RATE);
  readonly #concealment = new Concealment(SAMPLE_RATE);
  readonly #remembered = new Int16Array(4 * BLOCK_FRAMES);
  #tail: Float32Array | null = null;
  readonly #late: Float32Array[] = [];
  #lateFrames = 0;
  #isMakingUp = false;
  #isInTime = false;
  readonly #afterBurst: (run: () => void) => void;
  #trimmedFrames = 0;
  #refills = 0;
  #concealments = 0;
  #isFirst = true;

  /** `afterBurst` runs a function after all waiting blocks have been pushed. */
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
      concealments: this.#concealments,
      ppm: this.#control.ppm,
      latencyMs: (this.#queue.levelFrames() / SAMPLE_RATE) * 1000,
    };
  }

  begin(): void {
    this.#isFirst = true;
    this.#isMakingUp = false;
    this.#control.begin();
  }

  setMargin(frames: number): void {
    this.#control.setMargin(frames);
  }

  push(block: Float32Array, lateFrames = 0): void {
    const level = this.#queue.levelFrames();
    const isThere = level > 0 || this.#isInTime;
    if (isThere && this.#late.length === 0 && !this.#isMakingUp) {
      const { speed, cutFrames } = this.#control.next(Math.max(1, level + lateFrames));
      this.#resampler.setSpeed(speed);
      this.#isFirst = false;
      this.#write(block, cutFrames);
      return;
    }
    this.#late.push(block);
    this.#lateFrames = lateFrames;
    if (this.#late.length === 1) {
      this.#afterBurst(() => this.#writeLate());
    }
  }

  inTime(run: () => void): void {
    this.#isInTime = !this.#isFirst;
    run();
    this.#isInTime = false;
  }

  /**
   * Conceals late sound by continuing the previous sound. Returns false if the concealment has
   * become silent, or if there was no sound.
   */
  concealLate(frames: number): boolean {
    if (this.#isFirst || this.#concealment.isSilent) {
      return false;
    }
    this.#concealments += this.#isMakingUp ? 0 : 1;
    this.#isMakingUp = true;
    this.#queue.write(this.#fadedIn(this.#continued(frames)));
    return true;
  }

  /**
   * Writes the burst of blocks with which a stall of this process ends. Silence is added only if
   * the burst is shorter than the queue's target, and an excess is cut.
   */
  #writeLate(): void {
    const blocks = this.#late.splice(0);
    const level = this.#queue.levelFrames();
    const isMadeUp = this.#isMakingUp && level > 0;
    const step = isMadeUp
      ? this.#control.resume(level + this.#lateFrames, blocks.length)
      : this.#control.next(0, blocks.length);
    this.#resampler.setSpeed(step.speed);
    this.#refills += this.#isFirst || isMadeUp ? 0 : 1;
    this.#isFirst = false;
    if (isMadeUp) {
      this.#queue.write(this.#continued(step.silenceFrames));
      this.#tail = this.#continued(FADE_FRAMES);
    } else {
      this.#queue.write(new Float32Array(step.silenceFrames));
    }
    this.#isMakingUp = false;
    let toCut = step.cutFrames;
    for (const block of blocks) {
      toCut -= this.#write(block, toCut);
    }
  }

  #continued(frames: number): Float32Array {
    const made = new Float32Array(Math.max(0, Math.round(frames)));
    for (let i = 0; i < made.length; i += 1) {
      made[i] = this.#concealment.isSilent ? 0 : this.#concealment.next() / FULL_SCALE;
    }
    return made;
  }

  #write(block: Float32Array, cutFrames: number): number {
    const samples = this.#resampler.push(block);
    const cut = Math.min(Math.ceil(cutFrames), samples.length);
    if (cut > 0) {
      this.#tail ??= samples.slice(0, FADE_FRAMES);
      this.#trimmedFrames += cut;
    }
    if (cut < samples.length) {
      const written = this.#fadedIn(samples.subarray(cut));
      this.#queue.write(written);
      this.#remember(written);
    }
    return cut;
  }

  #remember(samples: Float32Array): void {
    const last = samples.subarray(Math.max(0, samples.length - this.#remembered.length));
    this.#concealment.remember(toInt16(last, this.#remembered), last.length);
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
