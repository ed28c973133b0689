import { BLOCK_FRAMES, SAMPLE_RATE } from "./block.ts";

/** What a writer does with its next block. */
export interface FillStep {
  /** `drop` until the excess is gone; `refill` puts silence up to the target before the block. */
  action: "pass" | "drop" | "refill";
  /** Frames of input that the resampler takes for a frame of output. */
  speed: number;
}

/** Two blocks: one that is read and one that is on its way. */
export const TARGET_FRAMES = 2 * BLOCK_FRAMES;
/** A stall has happened, no drift: dropped at once. */
const EXCESS_FRAMES = (40 * SAMPLE_RATE) / 1000;
/** Clocks of sound cards are within 100 ppm; beyond this the pitch could be noticed. */
const MAX_PPM = 200;
const BLOCKS_PER_MEAN = 100;
/** An error is gone in half a minute: what a burst of packets does is none of the drift. */
const PPM_PER_FRAME = 1e6 / (30 * SAMPLE_RATE);
const PPM_PER_FRAME_AND_MEAN = PPM_PER_FRAME / 120;

/**
 * Holds the latency of a queue between two clocks. The mean level of a second decides how fast the
 * sound is resampled, slowly; what a stall has piled up is trimmed as a whole. Pure: no time but
 * that of the blocks.
 */
export class FillControl {
  readonly #targetFrames: number;
  #sum = 0;
  #blocks = 0;
  #integral = 0;
  #ppm = 0;
  #isDropping = false;

  constructor(targetFrames = TARGET_FRAMES) {
    this.#targetFrames = targetFrames;
  }

  get ppm(): number {
    return this.#ppm;
  }

  /** Takes what waits before the block is written. */
  next(levelFrames: number): FillStep {
    if (levelFrames > this.#targetFrames + EXCESS_FRAMES) {
      this.#isDropping = true;
    } else if (levelFrames <= this.#targetFrames) {
      this.#isDropping = false;
    }
    if (this.#isDropping || levelFrames === 0) {
      this.#sum = this.#blocks = 0;
      return { action: this.#isDropping ? "drop" : "refill", speed: this.#speed() };
    }
    this.#measure(levelFrames);
    return { action: "pass", speed: this.#speed() };
  }

  #speed(): number {
    return 1 + this.#ppm / 1e6;
  }

  #measure(levelFrames: number): void {
    this.#sum += levelFrames;
    this.#blocks += 1;
    if (this.#blocks < BLOCKS_PER_MEAN) {
      return;
    }
    const error = this.#sum / this.#blocks - this.#targetFrames;
    this.#sum = this.#blocks = 0;
    this.#integral = bound(this.#integral + error * PPM_PER_FRAME_AND_MEAN);
    this.#ppm = bound(error * PPM_PER_FRAME + this.#integral);
  }
}

function bound(ppm: number): number {
  return Math.max(-MAX_PPM, Math.min(MAX_PPM, ppm));
}
