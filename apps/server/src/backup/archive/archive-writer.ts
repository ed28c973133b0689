import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";

import { BackupError } from "./backup-error.ts";
import { BLOCK_BYTES, paddingOf, writeTarHeader } from "./tar-header.ts";

/** Recordings hardly compress, and the running calls need the processor. */
const COMPRESSION_LEVEL = 2;
/**
 * A stream of unknown length is stored as files of this size. The writer has one such file in
 * memory at a time.
 */
const PIECE_BYTES = 4 * 1024 * 1024;

export const MANIFEST = "manifest.json";

interface WriterOptions {
  at: Date;
  /** Receives the number of bytes that the archive has accepted so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * Writes a compressed tar archive that ends with a list of the checksums of all its files. The file
 * gets its final name only when it is complete.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #options: WriterOptions;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  readonly #sums: Record<string, string> = {};
  #bytes = 0;

  constructor(path: string, options: WriterOptions) {
    this.#path = path;
    this.#options = options;
    this.#gzip = createGzip({ level: COMPRESSION_LEVEL });
    const file = createWriteStream(this.#partial, { flags: "wx", mode: 0o600 });
    this.#written = pipeline(this.#gzip, file, { signal: options.signal });
    // `close` or `#write` reports the error.
    this.#written.catch(() => undefined);
  }

  get #partial(): string {
    return `${this.#path}.partial`;
  }

  async addBytes(name: string, bytes: Buffer): Promise<void> {
    await this.addStream(name, bytes.length, [bytes]);
  }

  /** Adds exactly `size` bytes of the source. Throws `BackupError` when the source has fewer. */
  async addStream(
    name: string,
    size: number,
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<void> {
    const hash = createHash("sha256");
    await this.#write(writeTarHeader({ name, size }, this.#options.at));
    let taken = 0;
    for await (const chunk of source) {
      taken += chunk.length;
      hash.update(chunk);
      await this.#write(chunk);
    }
    if (taken !== size) {
      throw new BackupError(`${name} changed while it was copied. Start the backup again.`);
    }
    await this.#write(Buffer.alloc(paddingOf(size)));
    this.#sums[name] = hash.digest("hex");
  }

  /** Adds a stream of any length as numbered pieces below `name`. */
  async addPieces(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    let pending: Buffer[] = [];
    let length = 0;
    let count = 0;
    const flush = async () => {
      count += 1;
      await this.addBytes(`${name}/${String(count).padStart(6, "0")}`, Buffer.concat(pending));
      [pending, length] = [[], 0];
    };
    for await (const chunk of source) {
      pending.push(chunk);
      length += chunk.length;
      if (length >= PIECE_BYTES) {
        await flush();
      }
    }
    if (length > 0) {
      await flush();
    }
  }

  /**
   * Writes the list of checksums, syncs the archive and gives it its final name. Returns its size.
   */
  async close(): Promise<number> {
    const manifest = Buffer.from(`${JSON.stringify(this.#sums, null, 1)}\n`);
    await this.addBytes(MANIFEST, manifest);
    await this.#write(Buffer.alloc(2 * BLOCK_BYTES));
    this.#gzip.end();
    await this.#written;
    const file = await open(this.#partial, "r+");
    try {
      await file.sync();
      const { size } = await file.stat();
      await rename(this.#partial, this.#path);
      return size;
    } finally {
      await file.close();
    }
  }

  async abandon(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }

  async #write(chunk: Buffer): Promise<void> {
    this.#bytes += chunk.length;
    this.#options.onProgress(this.#bytes);
    if (this.#gzip.destroyed) {
      await this.#written;
    }
    if (!this.#gzip.write(chunk)) {
      await Promise.race([once(this.#gzip, "drain"), this.#written]);
    }
  }
}
