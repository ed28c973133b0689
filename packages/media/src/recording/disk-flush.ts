import type { RecordingFile } from "./recording-file.ts";

/** A power failure loses at most this much sound, if the disk is fast enough. */
const FLUSH_AFTER_MS = 1000;
/** libuv has four threads for files, and reads need some of them. */
const MAX_AT_ONCE = 2;

type Flushed = Pick<RecordingFile, "unflushedMs" | "flush">;

/**
 * Flushes recordings to the disk about once a second. It flushes a few files at a time, each in its
 * turn, so that a slow disk only makes the interval longer.
 */
export class DiskFlush {
  readonly #waiting = new Map<Flushed, (error: unknown) => void>();
  readonly #running = new Set<Flushed>();

  written(file: Flushed, onFailed: (error: unknown) => void): void {
    if (file.unflushedMs < FLUSH_AFTER_MS || this.#running.has(file)) {
      return;
    }
    this.#waiting.set(file, onFailed);
    this.#startNext();
  }

  /** Removes a file whose `finish` flushes it. */
  forget(file: Flushed): void {
    this.#waiting.delete(file);
  }

  #startNext(): void {
    for (const [file, onFailed] of this.#waiting) {
      if (this.#running.size >= MAX_AT_ONCE) {
        return;
      }
      this.#waiting.delete(file);
      this.#running.add(file);
      void file
        .flush()
        .catch(onFailed)
        .finally(() => {
          this.#running.delete(file);
          this.#startNext();
        });
    }
  }
}
