/** About 0.7 s at 48 kHz. */
const RING_FRAMES = 32_768;
const HEAD_BYTES = 16;
const WRITTEN = 0;
const READ = 1;
const CLOSED = 2;

export class SharedRing {
  readonly #head: Int32Array;
  readonly #samples: Float32Array;

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEAD_BYTES + RING_FRAMES * Float32Array.BYTES_PER_ELEMENT);
  }

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, HEAD_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.#samples = new Float32Array(memory, HEAD_BYTES);
  }

  get isClosed(): boolean {
    return Atomics.load(this.#head, CLOSED) !== 0;
  }

  levelFrames(): number {
    return (Atomics.load(this.#head, WRITTEN) - Atomics.load(this.#head, READ)) | 0;
  }

  write(samples: Float32Array): void {
    const at = Atomics.load(this.#head, WRITTEN);
    const count = Math.min(samples.length, RING_FRAMES - this.levelFrames());
    for (let i = 0; i < count; i += 1) {
      this.#samples[(at + i) & (RING_FRAMES - 1)] = samples[i] ?? 0;
    }
    Atomics.store(this.#head, WRITTEN, (at + count) | 0);
  }

  read(into: Float32Array): void {
    const at = Atomics.load(this.#head, READ);
    const count = Math.min(into.length, this.levelFrames());
    for (let i = 0; i < count; i += 1) {
      into[i] = this.#samples[(at + i) & (RING_FRAMES - 1)] ?? 0;
    }
    into.fill(0, count);
    Atomics.store(this.#head, READ, (at + count) | 0);
  }

  close(): void {
    Atomics.store(this.#head, CLOSED, 1);
  }
}
