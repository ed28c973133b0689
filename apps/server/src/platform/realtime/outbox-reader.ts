import type { Db } from "../db/database.ts";
import type { Logger } from "../logger.ts";
import { OutboxCursor, type TransactionBounds } from "./outbox-cursor.ts";
import { OutboxListener } from "./outbox-listener.ts";
import { OutboxPruner } from "./outbox-pruner.ts";
import { findOutboxStart, type ReadRow, readRows, readTransactionBounds } from "./outbox-store.ts";

export interface OutboxReaderOptions {
  /** Commits on this connection need not wait for the disk, because they only mark rows as sent. */
  db: Db;
  databaseUrl: string;
  /** Gets each row once, in the order of the commits of its station. */
  send: (rows: readonly ReadRow[]) => void;
  log: Logger;
}

const MAX_ROWS = 200;

/**
 * Reads the outbox for the sockets of this server. It begins at the oldest row that no server has
 * read, otherwise after the newest row. Each server does so by itself, and none waits for another.
 */
export class OutboxReader {
  readonly #options: OutboxReaderOptions;
  readonly #listener: OutboxListener;
  readonly #pruner: OutboxPruner;
  #cursor: OutboxCursor | null = null;

  constructor(options: OutboxReaderOptions) {
    this.#options = options;
    this.#pruner = new OutboxPruner(options.db);
    this.#listener = new OutboxListener({
      databaseUrl: options.databaseUrl,
      log: options.log,
      work: (signal) => this.#read(signal),
    });
  }

  /**
   * Resolves when the position is known from which this server reads. From then on it may accept
   * sockets.
   */
  async start(): Promise<void> {
    this.#cursor = await this.#open();
    this.#listener.start();
  }

  async close(): Promise<void> {
    await this.#listener.close();
  }

  async #open(): Promise<OutboxCursor> {
    const { last, missing } = await findOutboxStart(this.#options.db);
    return new OutboxCursor(last, missing, performance.now());
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { db, send } = this.#options;
    this.#cursor ??= await this.#open();
    const cursor = this.#cursor;
    const bounds: TransactionBounds | null =
      cursor.missing.length === 0 ? null : await readTransactionBounds(db);
    for (let isMore = true; isMore && !signal.aborted;) {
      const { last, missing } = cursor;
      const rows = await readRows(db, { last, missing, limit: MAX_ROWS });
      send(rows);
      cursor.note(
        rows.map(({ id }) => id),
        performance.now(),
      );
      isMore = rows.length === MAX_ROWS;
    }
    if (bounds !== null) {
      cursor.forget(bounds, performance.now());
    }
    await this.#pruner.prune();
  }
}
