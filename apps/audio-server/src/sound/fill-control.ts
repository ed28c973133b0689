import { BLOCK_FRAMES, SAMPLE_RATE } from "./block.ts";

export interface FillStep {
  silenceFrames: number;
  cutFrames: number;
  speed: number;
}

/**
 * One block is being read, and one may be late. Even on a machine with two busy cores, more than
 * one block is seldom late.
 */
export const TARGET_FRAMES = 2 * BLOCK_FRAMES;
/** On a machine without spare processor time, several blocks are sometimes late. */
const MAX_TARGET_FRAMES = 4 * BLOCK_FRAMES;
const TARGET_STEP_FRAMES = BLOCK_FRAMES / 2;
const MEANS_UNTIL_LESS = 60;
const LEAST_LEFT_FRAMES = BLOCK_FRAMES;
const EXCESS_FRAMES = (40 * SAMPLE_RATE) / 1000;
/**
 * If the queue was above its target by more than this throughout the last two seconds, the excess
 * is dropped. The speed of the resampler corrects a smaller excess.
 */
const STEADY_EXCESS_FRAMES = 1.25 * BLOCK_FRAMES;
const FIRST_EXCESS_FRAMES = BLOCK_FRAMES / 4;
const FIRST_MEANS = 5;
/**
 * The longest part that is cut from one block. The rest of the block must be long enough for the
 * fade.
 */
const MAX_CUT_FRAMES = BLOCK_FRAMES / 2;
/**
 * Clocks of sound cards are within 100 ppm. Beyond 200 ppm the change of pitch may become audible.
 */
const MAX_PPM = 200;
const BLOCKS_PER_MEAN = 100;
/**
 * An error of the level is corrected in half a minute, so that a burst of packets does not count as
 * drift.
 */
const PPM_PER_FRAME = 1e6 / (30 * SAMPLE_RATE);
const PPM_PER_FRAME_AND_MEAN = PPM_PER_FRAME / 120;

/**
 * Keeps the latency of a queue between two clocks constant. The mean level of a second slowly sets
 * the speed of the resampler. The excess after a stall is cut at once. Each time the reader finds
 * no sound, the queue's target grows for at least a minute. The class reads no clock, and counts
 * time in blocks.
 */
export class FillControl {
  readonly #leastTargetFrames: number;
  #ownFrames: number;
  #moreFrames = 0;
  #sum = 0;
  #blocks = 0;
  #least = Infinity;
  #leastBefore = Infinity;
  #leastOfMinute = Infinity;
  #meansUntilLess = MEANS_UNTIL_LESS;
  #means = 0;
  #meansOfCall = 0;
  #meansSinceVain = Infinity;
  #integral = 0;
  #ppm = 0;
  #isNew = true;
  #isDropping = false;

  constructor(targetFrames = TARGET_FRAMES) {
    this.#leastTargetFrames = targetFrames;
    this.#ownFrames = targetFrames;
  }

  get ppm(): number {
    return this.#ppm;
  }

  get #targetFrames(): number {
    return this.#ownFrames + this.#moreFrames;
  }

  setMargin(frames: number): void {
    this.#moreFrames = frames;
  }

  begin(): void {
    this.#isNew = true;
    this.#meansOfCall = 0;
  }

  next(levelFrames: number, blocks = 1): FillStep {
    const speed = 1 + this.#ppm / 1e6;
    if (levelFrames === 0) {
      this.#refill();
      return this.#fill(0, blocks);
    }
    const excess = levelFrames - this.#targetFrames;
    this.#isDropping = excess > EXCESS_FRAMES || (this.#isDropping && excess > 0);
    if (this.#isDropping) {
      this.#forget();
      const cutFrames = excess >= BLOCK_FRAMES ? Infinity : Math.min(excess, MAX_CUT_FRAMES);
      return { silenceFrames: 0, cutFrames, speed };
    }
    this.#measure(levelFrames);
    return { silenceFrames: 0, cutFrames: 0, speed };
  }

  resume(levelFrames: number, blocks: number): FillStep {
    const excess = levelFrames + (blocks - 1) * BLOCK_FRAMES - this.#targetFrames;
    if (excess >= TARGET_STEP_FRAMES / 2) {
      this.#noteNeedlessConcealment();
    }
    return this.#fill(levelFrames, blocks);
  }

  #fill(levelFrames: number, blocks: number): FillStep {
    this.#isDropping = false;
    this.#means = 0;
    this.#forget();
    // The other blocks of the burst count, because they are in the queue before the next block
    // comes. The speed corrects a small deficit.
    const lacking = this.#targetFrames - levelFrames - (blocks - 1) * BLOCK_FRAMES;
    const silenceFrames = lacking > TARGET_STEP_FRAMES ? lacking : 0;
    return { silenceFrames, cutFrames: Math.max(0, -lacking), speed: 1 + this.#ppm / 1e6 };
  }

  /**
   * Is called when the concealed sound was not lost, only late. After the second time in a minute the
   * queue's target grows.
   */
  #noteNeedlessConcealment(): void {
    if (this.#meansOfCall === 0) {
      return;
    }
    if (this.#meansSinceVain < MEANS_UNTIL_LESS) {
      this.#grow();
    }
    this.#meansSinceVain = 0;
  }

  #refill(): void {
    if (!this.#isNew) {
      this.#grow();
    }
    this.#isNew = false;
  }

  #grow(): void {
    const most = Math.max(this.#leastTargetFrames, MAX_TARGET_FRAMES);
    this.#ownFrames = Math.min(most, this.#ownFrames + TARGET_STEP_FRAMES);
    this.#startMinute();
  }

  #forget(): void {
    this.#sum = this.#blocks = 0;
    this.#least = this.#leastBefore = Infinity;
  }

  #measure(levelFrames: number): void {
    this.#sum += levelFrames;
    this.#blocks += 1;
    this.#least = Math.min(this.#least, levelFrames);
    this.#leastOfMinute = Math.min(this.#leastOfMinute, levelFrames);
    if (this.#blocks < BLOCKS_PER_MEAN) {
      return;
    }
    this.#means += 1;
    this.#meansOfCall += 1;
    this.#meansSinceVain += 1;
    const error = this.#sum / this.#blocks - this.#targetFrames;
    this.#sum = this.#blocks = 0;
    this.#integral = bound(this.#integral + error * PPM_PER_FRAME_AND_MEAN);
    this.#ppm = bound(error * PPM_PER_FRAME + this.#integral);
    this.#isDropping = this.#isSteadyExcess();
    this.#leastBefore = this.#least;
    this.#least = Infinity;
    this.#lessen();
  }

  #isSteadyExcess(): boolean {
    const isFirst = this.#means <= FIRST_MEANS;
    const least = isFirst ? this.#least : Math.min(this.#least, this.#leastBefore);
    const most = isFirst ? FIRST_EXCESS_FRAMES : STEADY_EXCESS_FRAMES;
    return least !== Infinity && least - this.#targetFrames > most;
  }

  #lessen(): void {
    this.#meansUntilLess -= 1;
    if (this.#meansUntilLess > 0) {
      return;
    }
    if (this.#leastOfMinute - TARGET_STEP_FRAMES >= LEAST_LEFT_FRAMES) {
      const less = this.#ownFrames - TARGET_STEP_FRAMES;
      this.#ownFrames = Math.max(this.#leastTargetFrames, less);
    }
    this.#startMinute();
  }

  #startMinute(): void {
    this.#meansUntilLess = MEANS_UNTIL_LESS;
    this.#leastOfMinute = Infinity;
  }
}

function bound(ppm: number): number {
  return Math.max(-MAX_PPM, Math.min(MAX_PPM, ppm));
}
