import type { FileHandle } from "node:fs/promises";

import { type ArchivedFile, readArchive } from "./archive/read-archive.ts";

/** Reads streams that the archive contains as pieces, in the order in which they were written. */
export class PieceReader {
  readonly #entries: AsyncGenerator<ArchivedFile, null>;
  #ahead: ArchivedFile | null = null;

  constructor(file: FileHandle) {
    this.#entries = readArchive(file);
  }

  /**
   * Yields the pieces of a folder, which is `root` or below `root`. Yields nothing when the folder
   * has no pieces.
   */
  async *read(folder: string, root: string): AsyncGenerator<Buffer> {
    for (;;) {
      this.#ahead ??= await this.#find(`${root}/`);
      if (this.#ahead?.name.startsWith(`${folder}/`) !== true) {
        return;
      }
      yield* this.#ahead.body;
      this.#ahead = null;
    }
  }

  async close(): Promise<void> {
    await this.#entries.return(null);
  }

  async #find(prefix: string): Promise<ArchivedFile | null> {
    for (;;) {
      const { value, done } = await this.#entries.next();
      if (done === true) {
        return null;
      }
      if (value.name.startsWith(prefix)) {
        return value;
      }
    }
  }
}
