import type { Db } from "../db/database.ts";
import type { LeaderLease } from "../instances/leader-lease.ts";
import type { Logger } from "../logger.ts";
import { OutboxListener } from "./outbox-listener.ts";
import { OutboxPruner } from "./outbox-pruner.ts";
import { type OutboxRow, unsentRows } from "./outbox-store.ts";

export interface RelayOptions {
  /**
   * Commits on this connection need not wait for the disk: if a crash loses the `sent_at` of a row,
   * the row is only sent twice.
   */
  db: Db;
  databaseUrl: string;
  /** Only the holder of this lease sends. */
  lease: Pick<LeaderLease, "acquire" | "release" | "isHeld">;
  instanceId: string;
  send: (rows: readonly OutboxRow[], mayGoOn: () => boolean) => Promise<void>;
  log: Logger;
}

/**
 * One read gets more rows than one request can contain, so that the events of several channels are
 * sent at the same time.
 */
const MAX_ROWS = 400;
const RENEW_EVERY_MS = 1_000;

/**
 * Sends the outbox to an external service, in order and at least once. Only one of several servers
 * sends at a time. When this server ends or hangs, another server acquires the lease within 4 s.
 */
export class OutboxRelay {
  readonly #options: RelayOptions;
  readonly #listener: OutboxListener;
  readonly #pruner: OutboxPruner;
  #renewedAt = -Infinity;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#pruner = new OutboxPruner(options.db);
    this.#listener = new OutboxListener({
      databaseUrl: options.databaseUrl,
      log: options.log,
      work: (signal) => this.#work(signal),
    });
  }

  async start(): Promise<void> {
    this.#listener.start();
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#options.lease.release().catch((err: unknown) => {
      this.#options.log.warn({ err }, "outbox lease release failed");
    });
  }

  async #work(signal: AbortSignal): Promise<void> {
    if (!(await this.#leads())) {
      return;
    }
    const renewal = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    try {
      await this.#sendAll(signal);
    } finally {
      clearInterval(renewal);
    }
    await this.#pruner.prune();
  }

  async #leads(): Promise<boolean> {
    const { lease } = this.#options;
    if (lease.isHeld && performance.now() - this.#renewedAt < RENEW_EVERY_MS) {
      return true;
    }
    const leads = await lease.acquire();
    this.#renewedAt = performance.now();
    return leads;
  }

  /**
   * Renews the lease during the sending, because many rows can take longer than the lease lasts.
   */
  async #renew(): Promise<void> {
    try {
      await this.#options.lease.acquire();
      this.#renewedAt = performance.now();
    } catch (err) {
      this.#options.log.warn({ err }, "outbox lease renewal failed");
    }
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    const { db, lease, instanceId: holder, send } = this.#options;
    const mayGoOn = () => lease.isHeld && !signal.aborted;
    let sent: number[] = [];
    while (mayGoOn()) {
      const rows = await unsentRows(db, { holder, limit: MAX_ROWS, sent });
      if (rows.length === 0 || !mayGoOn()) {
        return;
      }
      await send(rows, mayGoOn);
      sent = rows.map(({ id }) => id);
    }
  }
}
