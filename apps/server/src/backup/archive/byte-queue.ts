import type { Readable } from "node:stream";

import { BackupError } from "./backup-error.ts";

/** Reads exact numbers of bytes from a stream of chunks of any length. */
export class ByteQueue {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(length: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stream(length)) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** Yields the next `length` bytes in parts of any size, as they arrive. */
  stream(length: number): AsyncIterable<Buffer> {
    const state = { left: length };
    return { [Symbol.asyncIterator]: () => this.#next(state) };
  }

  async *#next(state: { left: number }): AsyncGenerator<Buffer> {
    while (state.left > 0) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#pull();
      const part = chunk.subarray(0, state.left);
      this.#rest = chunk.subarray(part.length);
      state.left -= part.length;
      yield part;
    }
  }

  async #pull(): Promise<Buffer> {
    const { value, done } = await this.#source.next();
    if (done === true) {
      throw new BackupError("It ends too early.");
    }
    return value;
  }
}
