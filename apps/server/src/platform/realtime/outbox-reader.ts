import type { Db } from "../db/database.ts";
import type { Logger } from "../logger.ts";
import { OutboxCursor, type TransactionBounds } from "./outbox-cursor.ts";
import { OutboxListener } from "./outbox-listener.ts";
import { OutboxPruner } from "./outbox-pruner.ts";
import {
  findOutboxStart,
  markRows,
  type ReadRow,
  readRows,
  readTransactionBounds,
} from "./outbox-store.ts";
import { parseNotice } from "./parse-notice.ts";

export interface OutboxReaderOptions {
  /** Commits on this connection need not wait for the disk, because they only mark rows as sent. */
  db: Db;
  databaseUrl: string;
  /** Gets each row once, in the order of the commits of its station. */
  send: (rows: readonly ReadRow[]) => void;
  log: Logger;
}

const MAX_ROWS = 200;
/** After this number of rows that notifications contained, the table is read, to mark them. */
const MAX_UNMARKED = 500;
/** A notification of a row further ahead leaves the rows between to the table. */
const MAX_AHEAD = 1_000;

/**
 * Reads the outbox for the sockets of this server. It begins at the oldest row that no server has
 * read, otherwise after the newest row. Each server does so by itself, and none waits for another.
 * Most events arrive in a notification. The table is read each second, and when an event is missing.
 */
export class OutboxReader {
  readonly #options: OutboxReaderOptions;
  readonly #listener: OutboxListener;
  readonly #pruner: OutboxPruner;
  /** The number of the newest event of each channel that was read. */
  readonly #seqs = new Map<string, number>();
  #unmarked: number[] = [];
  #cursor: OutboxCursor | null = null;

  constructor(options: OutboxReaderOptions) {
    this.#options = options;
    this.#pruner = new OutboxPruner(options.db);
    this.#listener = new OutboxListener({
      databaseUrl: options.databaseUrl,
      log: options.log,
      work: (signal) => this.#read(signal),
      handleNotice: (text) => this.#handleNotice(text),
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

  /** Sends the events of a notification, unless another event of their station comes first. */
  #handleNotice(text: string): boolean {
    const rows = parseNotice(text);
    if (rows === null || this.#unmarked.length >= MAX_UNMARKED) {
      return false;
    }
    return rows.every((row) => {
      const cursor = this.#cursor;
      if (cursor === null || row.id > cursor.last + MAX_AHEAD) {
        return false;
      }
      if (!cursor.isUnread(row.id)) {
        return true;
      }
      if (this.#seqs.get(row.channel) !== row.seq - 1) {
        return false;
      }
      this.#unmarked.push(row.id);
      this.#take(cursor, [row]);
      return true;
    });
  }

  /** A row may have come by a notification while the table was read. */
  #take(cursor: OutboxCursor, found: readonly ReadRow[]): void {
    const rows = found.filter(({ id }) => cursor.isUnread(id));
    this.#options.send(rows);
    cursor.note(
      rows.map(({ id }) => id),
      performance.now(),
    );
    for (const { channel, seq } of rows) {
      if (seq !== null) {
        this.#seqs.set(channel, seq);
      }
    }
  }

  async #mark(): Promise<void> {
    const ids = this.#unmarked;
    if (ids.length > 0) {
      this.#unmarked = [];
      await markRows(this.#options.db, ids);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { db } = this.#options;
    this.#cursor ??= await this.#open();
    const cursor = this.#cursor;
    const bounds: TransactionBounds | null =
      cursor.missing.length === 0 ? null : await readTransactionBounds(db);
    for (let isMore = true; isMore && !signal.aborted;) {
      const { last, missing } = cursor;
      const rows = await readRows(db, { last, missing, limit: MAX_ROWS });
      this.#take(cursor, rows);
      isMore = rows.length === MAX_ROWS;
    }
    if (bounds !== null) {
      cursor.forget(bounds, performance.now());
    }
    await this.#mark();
    await this.#pruner.prune();
  }
}
