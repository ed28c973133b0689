import type { RecordingFile } from "./recording-file.ts";

/** So much may be lost to a power cut, where the disk keeps up. */
const FLUSH_AFTER_MS = 1000;
/** The system has four threads for files, and reading needs some of them. */
const MAX_AT_ONCE = 2;

type Flushed = Pick<RecordingFile, "unflushedMs" | "flush">;

/**
 * Brings what recordings wrote to the disk about once a second. Nobody waits for it: a few
 * files at a time, each in its turn, so that a slow disk makes the seconds longer and nothing else.
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

  /** It is finished, which flushes it too. */
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
