import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { ByteQueue } from "./byte-queue.ts";
import { BLOCK_BYTES, type Entry, paddingOf, readTarHeader } from "./tar-header.ts";

const CHUNK_BYTES = 256 * 1024;

export interface ArchivedFile extends Entry {
  /** The content, which must be read before the next file. */
  body: AsyncIterable<Buffer>;
}

/** Reads the archive from its beginning; the handle stays open. */
export async function* readArchive(file: FileHandle): AsyncGenerator<ArchivedFile, null> {
  const source = Readable.from(readChunks(file));
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  const queue = new ByteQueue(source.pipe(gunzip));
  try {
    for (;;) {
      const entry = readTarHeader(await queue.take(BLOCK_BYTES));
      if (entry === null) {
        return null;
      }
      const body = queue.stream(entry.size);
      yield { ...entry, body };
      for await (const rest of body) {
        // A reader that needs only the name leaves the content unread, so this loop skips the
        // content.
        void rest;
      }
      await queue.take(paddingOf(entry.size));
    }
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

/**
 * Reads the file without `createReadStream`, which would close the handle at its end. The next
 * reader needs the handle.
 */
async function* readChunks(file: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) {
      return;
    }
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
