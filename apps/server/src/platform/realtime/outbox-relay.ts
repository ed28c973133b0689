import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import type { Db } from "../db/database.ts";
import type { Logger } from "../logger.ts";
import {
  HAS_UNSENT_SQL,
  OUTBOX_NOTIFICATION,
  pruneOutbox,
  unsentRows,
  type OutboxRow,
} from "./outbox-store.ts";
import { BATCH_SIZE } from "./sender.ts";

export interface RelayOptions {
  /**
   * Commits on this connection need not wait for the disk, because the loss of a mark only causes
   * the row to be sent twice.
   */
  db: Db;
  /** The relay uses its own connection, which listens and holds the lock of the sender. */
  databaseUrl: string;
  send: (rows: readonly OutboxRow[]) => Promise<void>;
  log: Logger;
}

/** The advisory lock of the sender. No other program in the database uses this number. */
const LOCK_KEY = 7_264_851_905;
/**
 * The interval at which the relay looks for rows whose notification was lost with its connection.
 */
const POLL_MS = 1_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
const KEEP_ROWS_MS = 3_600_000;
const PRUNE_EVERY_MS = 60_000;

/**
 * Sends the outbox in order and at least once. Only one of several servers sends at a time. If this
 * server crashes, another server gets the lock from the database within a second.
 */
export class OutboxRelay {
  readonly #options: RelayOptions;
  readonly #stop = new AbortController();
  #done: Promise<void> | undefined;
  #prunedAt = -Infinity;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#withConnection(async (client) => {
          retryMs = FIRST_RETRY_MS;
          await this.#relay(client);
        });
      } catch (err) {
        this.#options.log.warn({ err, retryMs }, "outbox delayed");
        await this.#pause(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async #withConnection(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      application_name: "linedesk-relay",
      keepAlive: true,
    });
    // The next query on this connection fails, and the relay logs that failure.
    client.on("error", () => undefined);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end().catch(() => {
        // The connection broke earlier, so there is nothing to close.
      });
    }
  }

  async #relay(client: pg.Client): Promise<void> {
    await client.query(`listen ${OUTBOX_NOTIFICATION}`);
    while (!this.#stop.signal.aborted && !(await this.#acquireLock(client))) {
      await this.#pause(POLL_MS);
    }
    while (!this.#stop.signal.aborted) {
      const woken = this.#nextWake(client);
      try {
        if (await this.#hasUnsent(client)) {
          await this.#sendAll();
        }
        await this.#prune();
        await woken.promise;
      } finally {
        woken.cancel();
      }
    }
  }

  /** Uses the connection of the lock, so that it detects when this connection is broken. */
  async #hasUnsent(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ unsent: boolean }>(HAS_UNSENT_SQL);
    return rows[0]?.unsent === true;
  }

  async #acquireLock(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ leads: boolean }>(
      "select pg_try_advisory_lock($1) as leads",
      [LOCK_KEY],
    );
    return rows[0]?.leads === true;
  }

  #nextWake(client: pg.Client): { promise: Promise<void>; cancel: () => void } {
    const cancelled = new AbortController();
    const signal = AbortSignal.any([cancelled.signal, this.#stop.signal]);
    const notified = once(client, "notification", { signal });
    const polled = wait(POLL_MS, undefined, { signal });
    const promise = Promise.race([notified, polled]).then(
      () => undefined,
      () => undefined,
    );
    notified.catch(() => undefined);
    polled.catch(() => undefined);
    return { promise, cancel: () => cancelled.abort() };
  }

  async #sendAll(): Promise<void> {
    let rows = await unsentRows(this.#options.db, BATCH_SIZE);
    while (rows.length > 0 && !this.#stop.signal.aborted) {
      await this.#options.send(rows);
      const sent = rows.map((row) => row.id);
      rows = await unsentRows(this.#options.db, BATCH_SIZE, sent);
    }
  }

  async #prune(): Promise<void> {
    const now = performance.now();
    if (now - this.#prunedAt < PRUNE_EVERY_MS) {
      return;
    }
    this.#prunedAt = now;
    await pruneOutbox(this.#options.db, new Date(Date.now() - KEEP_ROWS_MS));
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {
      // The stop ends both the wait and the loop.
    });
  }
}
