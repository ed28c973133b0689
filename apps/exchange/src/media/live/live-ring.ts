/** [XM93] What streams are kept at, whatever they came at: a programme is heard as it was sent. */
export const liveRate = 48_000;
/** A power of two, so that both counters may run over. */
const ringSamples = 131_072;
const maxFillSamples = 2 * liveRate;
const controlWords = 4;
const controlBytes = controlWords * 4;
const written = 0;
const taken = 1;
const wanted = 2;
const owed = 3;

/**
 * Two seconds of sound between the thread that decodes a stream and the one that mixes, in memory
 * that both have: one writes, the other takes, and neither waits for the other.
 */
export class LiveRing {
  readonly #control: Int32Array;
  readonly #samples: Int16Array;

  constructor(shared: SharedArrayBuffer) {
    this.#control = new Int32Array(shared, 0, controlWords);
    this.#samples = new Int16Array(shared, controlBytes, ringSamples);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(controlBytes + ringSamples * 2);
  }

  /** How much was ever written, modulo 2^32. */
  get position(): number {
    return Atomics.load(this.#control, written);
  }

  /** Samples that wait to be taken. */
  get fill(): number {
    return (this.position - Atomics.load(this.#control, taken)) | 0;
  }

  /** How many the mixer would like to see waiting: more where they come unevenly. */
  get wantedFill(): number {
    return Atomics.load(this.#control, wanted);
  }

  set wantedFill(samples: number) {
    Atomics.store(this.#control, wanted, samples);
  }

  /** Has everything been taken that was written up to a position? */
  isTaken(position: number): boolean {
    return ((Atomics.load(this.#control, taken) - position) | 0) >= 0;
  }

  /** The mixer missed so much: as much of what comes is left out, so that it is not late for ever. */
  owe(samples: number): void {
    Atomics.add(this.#control, owed, samples);
  }

  /** Writes what there is room for; answers how much was done with. */
  write(samples: Int16Array): number {
    const missed = Math.min(Atomics.load(this.#control, owed), samples.length);
    if (missed > 0) {
      Atomics.sub(this.#control, owed, missed);
      return missed + this.#write(samples.subarray(missed));
    }
    return this.#write(samples);
  }

  #write(samples: Int16Array): number {
    const at = this.position;
    const count = Math.min(samples.length, maxFillSamples - this.fill);
    for (let i = 0; i < count; i += 1) {
      this.#samples[(at + i) & (ringSamples - 1)] = samples[i] ?? 0;
    }
    Atomics.store(this.#control, written, (at + count) | 0);
    return count;
  }

  /** Takes as much as fits and is there; answers how much. */
  take(out: Int16Array): number {
    const at = Atomics.load(this.#control, taken);
    const count = Math.min(out.length, this.fill);
    for (let i = 0; i < count; i += 1) {
      out[i] = this.#samples[(at + i) & (ringSamples - 1)] ?? 0;
    }
    Atomics.store(this.#control, taken, (at + count) | 0);
    return count;
  }
}

export function samplesIn(durationMs: number): number {
  return (liveRate * durationMs) / 1000;
}
