import { Readable } from "node:stream";

import type pg from "pg";

/** Runs `copy ... to stdout` and returns its lines. Slow readers slow down the database. */
export function copyOut(client: pg.Client, text: string): Readable {
  const copy = new OutgoingCopy(text);
  client.query(copy);
  return copy.rows;
}

/**
 * Handles the messages of one query. `pg` passes these messages to the object that was submitted as
 * the query.
 */
class OutgoingCopy implements pg.Submittable {
  readonly rows: Readable;
  readonly #text: string;
  #socket: Readable | null = null;

  constructor(text: string) {
    this.#text = text;
    this.rows = new Readable({
      read: () => void this.#socket?.resume(),
      destroy: (error, done) => {
        this.#socket?.resume();
        done(error);
      },
    });
  }

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser of `pg` reuses the buffer of the row, so the row is copied.
    if (!this.rows.destroyed && !this.rows.push(Buffer.from(chunk))) {
      this.#socket?.pause();
    }
  }

  handleCommandComplete(): void {
    // The copy is finished only at the next message, which `handleReadyForQuery` handles.
  }

  handleReadyForQuery(): void {
    this.rows.push(null);
  }

  handleError(error: Error): void {
    this.rows.destroy(error);
  }
}
