import { BLOCK_FRAMES } from "./block.ts";

export class Reblocker {
  readonly #onBlock: (block: Float32Array) => void;
  #block = new Float32Array(BLOCK_FRAMES);
  #filled = 0;

  constructor(onBlock: (block: Float32Array) => void) {
    this.#onBlock = onBlock;
  }

  push(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const count = Math.min(BLOCK_FRAMES - this.#filled, samples.length - at);
      this.#block.set(samples.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === BLOCK_FRAMES) {
        const block = this.#block;
        this.#block = new Float32Array(BLOCK_FRAMES);
        this.#filled = 0;
        this.#onBlock(block);
      }
    }
  }
}
