import { once } from "node:events";

import type pg from "pg";

/** The part of a connection that the COPY protocol needs, which the type of `pg` does not list. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Runs `copy ... from stdin` with the bytes of the source. */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const copy = new IncomingCopy(text, source);
  client.query(copy);
  await copy.finished;
}

/**
 * Handles the messages of one query. `pg` passes these messages to the object that was submitted as
 * the query.
 */
class IncomingCopy implements pg.Submittable {
  readonly finished: Promise<void>;
  readonly #text: string;
  readonly #source: AsyncIterable<Buffer>;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | null = null;
  #error: unknown = null;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    this.#text = text;
    this.#source = source;
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  handleCommandComplete(): void {
    // The copy is finished only at the next message, which `handleReadyForQuery` handles.
  }

  handleReadyForQuery(): void {
    if (this.#error === null) {
      this.#settle?.resolve();
    } else {
      this.#settle?.reject(this.#error);
    }
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#settle?.reject(this.#error);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#error !== null) {
          return;
        }
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) {
          await once(connection.stream, "drain");
        }
      }
      connection.endCopyFrom();
    } catch (error) {
      this.#error = error;
      connection.sendCopyFail("the source of the rows failed");
    }
  }
}
