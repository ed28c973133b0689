import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";

const PIECE_BYTES = 64 * 1024;

/** A file that is read by anybody, from its beginning to its end, while it is still being made. */
export class GrowingFile {
  readonly #paths: { made: string; beside: string };
  #bytes = 0;
  #end: { error: Error | null } | null = null;
  #change = newChange();

  /** It is made under another name, and has its own when it is whole. */
  constructor(paths: { made: string; beside: string }) {
    this.#paths = paths;
  }

  /** So much of it is there. */
  grow(bytes: number): void {
    this.#bytes = Math.max(this.#bytes, bytes);
    this.#notifyReaders();
  }

  finish(error: Error | null): void {
    this.#end = { error };
    this.#notifyReaders();
  }

  /** Done when there is something to read; throws what ended it before. */
  async begun(): Promise<void> {
    while (this.#bytes === 0 && this.#end === null) {
      await this.#change.promise;
    }
    if (this.#bytes === 0 && this.#end?.error) {
      throw this.#end.error;
    }
  }

  read(): Readable {
    return Readable.from(this.#pieces(), { objectMode: false, highWaterMark: PIECE_BYTES });
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    let file: FileHandle | null = null;
    try {
      for (let at = 0; ;) {
        if (at < this.#bytes) {
          file ??= await this.#open();
          const piece = await this.#piece(file, at);
          at += piece.length;
          yield piece;
        } else if (this.#end === null) {
          await this.#change.promise;
        } else if (this.#end.error !== null) {
          throw this.#end.error;
        } else {
          return;
        }
      }
    } finally {
      await file?.close();
    }
  }

  async #piece(file: FileHandle, at: number): Promise<Buffer> {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, this.#bytes - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) {
      throw new Error("The file is shorter than it was");
    }
    return piece.subarray(0, bytesRead);
  }

  async #open(): Promise<FileHandle> {
    try {
      return await open(this.#paths.beside, "r");
    } catch {
      // It may have got its name just now; if not, this says why.
      return open(this.#paths.made, "r");
    }
  }

  #notifyReaders(): void {
    const { resolve } = this.#change;
    this.#change = newChange();
    resolve();
  }
}

function newChange(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
