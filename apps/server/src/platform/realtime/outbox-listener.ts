import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { OUTBOX_NOTIFICATION } from "../db/event-driver.ts";
import type { Logger } from "../logger.ts";

export interface OutboxListenerOptions {
  databaseUrl: string;
  log: Logger;
  /** Runs after notifications and each second, never twice at the same time. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Returns true when a notification needs no work. */
  handleNotice?: (text: string) => boolean;
}

/** The interval of the search for rows whose notification was lost with a connection. */
const POLL_MS = 1_000;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** A connection that broke silently is noticed after this time. */
const QUERY_TIMEOUT_MS = 3_000;

/** Runs some work whenever the outbox may have new rows, for as long as the server runs. */
export class OutboxListener {
  readonly #options: OutboxListenerOptions;
  readonly #stop = new AbortController();
  #done: Promise<void> | undefined;

  constructor(options: OutboxListenerOptions) {
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
        await this.#withConnection((client) =>
          this.#follow(client, () => (retryMs = FIRST_RETRY_MS)),
        );
      } catch (err) {
        this.#options.log.warn({ err, retryMs }, "outbox delivery failed");
        await this.#pause(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async #withConnection(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: "linedesk-relay",
      keepAlive: true,
    });
    // The next query on this connection fails, and the loop logs that failure.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await work(client);
    } finally {
      await client.end().catch(() => {
        // The connection broke earlier, so there is nothing to close.
      });
    }
  }

  async #follow(client: pg.Client, onWorked: () => void): Promise<void> {
    const wakes = new EventEmitter();
    client.on("notification", ({ payload = "" }) => {
      if (this.#options.handleNotice?.(payload) !== true) {
        wakes.emit("wake");
      }
    });
    await client.query(`listen ${OUTBOX_NOTIFICATION}`);
    while (!this.#stop.signal.aborted) {
      const woken = this.#nextWake(wakes);
      try {
        await this.#options.work(this.#stop.signal);
        onWorked();
        if (await woken.promise) {
          continue;
        }
        // The work itself uses other connections, so only this query detects that the listener's
        // connection is broken.
        await client.query("select 1");
      } finally {
        woken.cancel();
      }
    }
  }

  /** Resolves with true after a notification, and with false after the poll's time. */
  #nextWake(wakes: EventEmitter): { promise: Promise<boolean>; cancel: () => void } {
    const cancelled = new AbortController();
    const signal = AbortSignal.any([cancelled.signal, this.#stop.signal]);
    const notified = once(wakes, "wake", { signal }).then(() => true);
    const polled = wait(POLL_MS, false, { signal });
    const promise = Promise.race([notified, polled]).catch(() => false);
    notified.catch(() => undefined);
    polled.catch(() => undefined);
    return { promise, cancel: () => cancelled.abort() };
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {
      // The stop ends both the wait and the loop.
    });
  }
}
