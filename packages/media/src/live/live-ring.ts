/**
 * Every stream is stored at this rate, whatever its own rate is, so that the programme loses no
 * frequencies.
 */
export const LIVE_RATE = 48_000;
/** A power of two, so that both counters may overflow. */
const RING_SAMPLES = 131_072;
const MAX_FILL_SAMPLES = 2 * LIVE_RATE;
const CONTROL_WORDS = 4;
const CONTROL_BYTES = CONTROL_WORDS * 4;
const WRITTEN = 0;
const TAKEN = 1;
const WANTED = 2;
const OWED = 3;

/**
 * Two seconds of sound in memory that the decoding thread and the mixing thread share. The decoding
 * thread writes, the mixing thread reads, and neither thread waits.
 */
export class LiveRing {
  readonly #control: Int32Array;
  readonly #samples: Int16Array;

  constructor(shared: SharedArrayBuffer) {
    this.#control = new Int32Array(shared, 0, CONTROL_WORDS);
    this.#samples = new Int16Array(shared, CONTROL_BYTES, RING_SAMPLES);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(CONTROL_BYTES + RING_SAMPLES * 2);
  }

  /** The number of samples written since the beginning, modulo 2^32. */
  get position(): number {
    return Atomics.load(this.#control, WRITTEN);
  }

  /** The number of samples that wait for the mixer. */
  get fill(): number {
    return (this.position - Atomics.load(this.#control, TAKEN)) | 0;
  }

  /** The number of samples that the mixer wants in the ring; it is larger for a bursty stream. */
  get wantedFill(): number {
    return Atomics.load(this.#control, WANTED);
  }

  set wantedFill(samples: number) {
    Atomics.store(this.#control, WANTED, samples);
  }

  isTaken(position: number): boolean {
    return ((Atomics.load(this.#control, TAKEN) - position) | 0) >= 0;
  }

  /** Drops this number of the next samples. The mixer missed them, and the delay stays the same. */
  skipNext(samples: number): void {
    Atomics.add(this.#control, OWED, samples);
  }

  /** Writes the samples that fit. Returns the number of samples written or dropped. */
  write(samples: Int16Array): number {
    const missed = Math.min(Atomics.load(this.#control, OWED), samples.length);
    if (missed > 0) {
      Atomics.sub(this.#control, OWED, missed);
      return missed + this.#write(samples.subarray(missed));
    }
    return this.#write(samples);
  }

  #write(samples: Int16Array): number {
    const at = this.position;
    const count = Math.min(samples.length, MAX_FILL_SAMPLES - this.fill);
    for (let i = 0; i < count; i += 1) {
      this.#samples[(at + i) & (RING_SAMPLES - 1)] = samples[i] ?? 0;
    }
    Atomics.store(this.#control, WRITTEN, (at + count) | 0);
    return count;
  }

  /** Reads and removes the samples that fit and are available. Returns their number. */
  take(out: Int16Array): number {
    const at = Atomics.load(this.#control, TAKEN);
    const count = Math.min(out.length, this.fill);
    for (let i = 0; i < count; i += 1) {
      out[i] = this.#samples[(at + i) & (RING_SAMPLES - 1)] ?? 0;
    }
    Atomics.store(this.#control, TAKEN, (at + count) | 0);
    return count;
  }
}

export function samplesIn(durationMs: number): number {
  return (LIVE_RATE * durationMs) / 1000;
}
