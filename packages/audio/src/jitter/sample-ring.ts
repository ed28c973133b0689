/** Of 8 kHz: the least power of two that holds a second. */
const RING_SAMPLES = 8192;

/** One second of samples by their timestamps, and which of them are there. Allocated once. */
export class SampleRing {
  readonly samples: Int16Array;
  /** The place of a timestamp is what it has in common with this. */
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

  /** Reads samples of which none is missing; they are gone then. */
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

  /** The sample at a timestamp, gone then; null where it is missing. */
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

  /** Notes of so many samples whether they are there. */
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
