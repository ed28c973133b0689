export interface SoundQueue {
  levelFrames(): number;
  write(samples: Float32Array): void;
}

/** A bounded queue in memory. It drops sound that does not fit, and reads silence when empty. */
export class SampleQueue implements SoundQueue {
  readonly #samples: Float32Array;
  #from = 0;
  #level = 0;

  constructor(capacityFrames: number) {
    this.#samples = new Float32Array(capacityFrames);
  }

  levelFrames(): number {
    return this.#level;
  }

  write(samples: Float32Array): void {
    const capacity = this.#samples.length;
    const count = Math.min(samples.length, capacity - this.#level);
    for (let i = 0; i < count; i += 1) {
      this.#samples[(this.#from + this.#level + i) % capacity] = samples[i] ?? 0;
    }
    this.#level += count;
  }

  /**
   * Fills the whole block, with silence if necessary. Returns the number of frames that were in the
   * queue.
   */
  read(into: Float32Array): number {
    const count = Math.min(into.length, this.#level);
    for (let i = 0; i < count; i += 1) {
      into[i] = this.#samples[(this.#from + i) % this.#samples.length] ?? 0;
    }
    into.fill(0, count);
    this.#from = (this.#from + count) % this.#samples.length;
    this.#level -= count;
    return count;
  }
}
