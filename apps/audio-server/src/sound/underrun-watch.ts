import { BLOCK_FRAMES, SAMPLE_RATE } from "./block.ts";

const FRAMES_PER_MS = SAMPLE_RATE / 1000;
const AHEAD_MS = 4;
const LEAST_STEP_FRAMES = AHEAD_MS * FRAMES_PER_MS;
const REPEAT_MS = 2;

/**
 * Detects, just before the reader's next step, that the queue has too little sound for it. The
 * reader reads sound in steps, and changes of the queue's level show the length of a step. The
 * class reads no clock: the time is an argument.
 */
export class UnderrunWatch {
  #stepFrames = BLOCK_FRAMES;
  #levelFrames = 0;
  #checkedMs = -Infinity;
  #stepMs = -Infinity;

  noteWrite(levelFrames: number): number {
    this.#levelFrames = levelFrames;
    const sureMs = (levelFrames - 2 * this.#stepFrames) / FRAMES_PER_MS;
    return Math.max(REPEAT_MS, sureMs);
  }

  check(levelFrames: number, nowMs: number): number {
    if (levelFrames < this.#levelFrames) {
      const tookFrames = this.#levelFrames - levelFrames;
      this.#stepFrames = Math.max(LEAST_STEP_FRAMES, Math.min(BLOCK_FRAMES, tookFrames));
      this.#stepMs = Math.max(this.#checkedMs, nowMs - REPEAT_MS);
    }
    this.#checkedMs = nowMs;
    this.#levelFrames = levelFrames;
    if (levelFrames >= this.#stepFrames) {
      return REPEAT_MS;
    }
    const dueMs = this.#stepMs + this.#stepFrames / FRAMES_PER_MS - AHEAD_MS;
    return Math.max(0, dueMs - nowMs);
  }
}
