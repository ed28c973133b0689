/** All processing runs at the rate of Opus and of professional sound cards. */
export const SAMPLE_RATE = 48_000;
export const BLOCK_MS = 10;
export const BLOCK_FRAMES = (SAMPLE_RATE * BLOCK_MS) / 1000;

const FULL_SCALE = 32_768;

export function fromInt16(samples: Int16Array, into: Float32Array): Float32Array {
  for (let i = 0; i < samples.length; i += 1) {
    into[i] = (samples[i] ?? 0) / FULL_SCALE;
  }
  return into;
}

/** Converts samples -1..1 to 16 bits. Louder samples clip and never wrap. */
export function toInt16(samples: Float32Array, into: Int16Array): Int16Array {
  for (let i = 0; i < samples.length; i += 1) {
    const value = Math.round((samples[i] ?? 0) * FULL_SCALE);
    into[i] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return into;
}

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
