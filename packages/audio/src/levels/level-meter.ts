/**
 * The level of a block of zeros. A block in which every sample is one step of 16 bits is louder.
 */
export const SILENCE_DBFS = -96;

/**
 * A sample of at least this amplitude counts as clipped. The loudest code of G.711 decodes to 32124
 * or 32256.
 */
const CLIPPING_SAMPLE = 32_000;

/**
 * Measures the level of one direction. The levels change once per reading, and then describe all
 * blocks since the previous reading. 0 dBFS is full scale, so the rms of the loudest sine is -3
 * dBFS.
 */
export class LevelMeter {
  readonly #blocksPerReading: number;
  #blocks = 0;
  #energy = 0;
  #samples = 0;
  #loudest = 0;
  #clipped = 0;
  #rmsDbfs = SILENCE_DBFS;
  #peakDbfs = SILENCE_DBFS;

  constructor(blocksPerReading: number) {
    this.#blocksPerReading = blocksPerReading;
  }

  get rmsDbfs(): number {
    return this.#rmsDbfs;
  }

  get peakDbfs(): number {
    return this.#peakDbfs;
  }

  /** The number of clipped samples since the start. */
  get clippedSamples(): number {
    return this.#clipped;
  }

  /** Adds the next block and returns its own rms in dBFS. */
  add(block: Int16Array, length: number = block.length): number {
    let energy = 0;
    let highest = 0;
    let lowest = 0;
    for (let i = 0; i < length; i += 1) {
      const sample = block[i] ?? 0;
      energy += Math.imul(sample, sample);
      if (sample > highest) {
        highest = sample;
      } else if (sample < lowest) {
        lowest = sample;
      }
    }
    const loudest = Math.max(highest, -lowest);
    if (loudest >= CLIPPING_SAMPLE) {
      this.#countClipped(block, length);
    }
    this.#energy += energy;
    this.#samples += length;
    if (loudest > this.#loudest) {
      this.#loudest = loudest;
    }
    this.skip();
    return dbfs(length === 0 ? 0 : Math.sqrt(energy / length));
  }

  skip(): void {
    this.#blocks += 1;
    if (this.#blocks >= this.#blocksPerReading) {
      this.#read();
    }
  }

  #countClipped(block: Int16Array, length: number): void {
    for (let i = 0; i < length; i += 1) {
      if (Math.abs(block[i] ?? 0) >= CLIPPING_SAMPLE) {
        this.#clipped += 1;
      }
    }
  }

  #read(): void {
    this.#rmsDbfs = dbfs(Math.sqrt(this.#energy / Math.max(1, this.#samples)));
    this.#peakDbfs = dbfs(this.#loudest);
    this.#blocks = this.#energy = this.#samples = this.#loudest = 0;
  }
}

function dbfs(amplitude: number): number {
  return amplitude < 1 ? SILENCE_DBFS : 20 * Math.log10(amplitude / 32_768);
}
