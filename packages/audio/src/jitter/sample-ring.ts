/** The smallest power of two that exceeds the samples of a second at 8 kHz. */
const RING_SAMPLES = 8192;

/**
 * A ring buffer of one second of samples by timestamp, with a mark for each received sample. The
 * memory is allocated once.
 */
export class SampleRing {
  readonly samples: Int16Array;
  /** `timestamp & mask` is the index of the sample with this timestamp. */
  readonly mask: number;
  readonly #filled: Uint8Array;

  constructor(sampleRate: number) {
    const length = RING_SAMPLES * 2 ** Math.ceil(Math.log2(sampleRate / 8000));
    this.mask = length - 1;
    this.samples = new Int16Array(length);
    this.#filled = new Uint8Array(length);
  }

  clear(): void {
    this.#filled.fill(0);
  }

  write(timestamp: number, samples: Int16Array, length: number): void {
    const ring = this.samples;
    const at = timestamp & this.mask;
    const first = Math.min(length, ring.length - at);
    for (let i = 0; i < first; i += 1) {
      ring[at + i] = samples[i] ?? 0;
    }
    for (let i = first; i < length; i += 1) {
      ring[i - first] = samples[i] ?? 0;
    }
    this.mark(timestamp, length, 1);
  }

  /** Reads and removes samples. The caller guarantees that none of them is missing. */
  take(timestamp: number, out: Int16Array, length: number): void {
    const ring = this.samples;
    const at = timestamp & this.mask;
    const first = Math.min(length, ring.length - at);
    for (let i = 0; i < first; i += 1) {
      out[i] = ring[at + i] ?? 0;
    }
    for (let i = first; i < length; i += 1) {
      out[i] = ring[i - first] ?? 0;
    }
    this.mark(timestamp, length, 0);
  }

  /** Reads and removes the sample at a timestamp; returns `null` if it is missing. */
  takeOne(timestamp: number): number | null {
    const at = timestamp & this.mask;
    if (this.#filled[at] !== 1) {
      return null;
    }
    this.#filled[at] = 0;
    return this.samples[at] ?? 0;
  }

  has(timestamp: number): boolean {
    return this.#filled[timestamp & this.mask] === 1;
  }

  /** Marks `length` samples as received or missing. */
  mark(timestamp: number, length: number, isThere: 0 | 1): void {
    const filled = this.#filled;
    const at = timestamp & this.mask;
    const beyond = at + length - filled.length;
    filled.fill(isThere, at, at + length);
    if (beyond > 0) {
      filled.fill(isThere, 0, beyond);
    }
  }
}
