import { setTimeout as wait } from "node:timers/promises";

import type { Db } from "../../db/database.ts";
import type { Logger } from "../../logger.ts";
import { deleteMembers, type SubscriberCount, writeSubscribers } from "./hub-store.ts";

export interface SubscriptionWriterOptions {
  db: Db;
  instanceId: string;
  log: Logger;
}

/** Changes within this time are written together. */
const GATHER_MS = 50;
const RETRY_MS = 1_000;
const MAX_BATCH = 500;

/**
 * Writes to the database which subscriptions the sockets of this server leave, and how many
 * subscribers each channel has. It stores at most one entry for each subscription of a socket, and
 * the hub limits the number of subscriptions.
 */
export class SubscriptionWriter {
  readonly #options: SubscriptionWriterOptions;
  readonly #left = new Map<string, number[]>();
  readonly #counts = new Map<string, number>();
  /** The counts that are in the table, so that they can be written again. */
  readonly #written = new Map<string, number>();
  readonly #stop = new AbortController();
  #writing: Promise<void> | null = null;

  constructor(options: SubscriptionWriterOptions) {
    this.#options = options;
  }

  leave(channel: string, ticket: number): void {
    this.#left.set(channel, [...(this.#left.get(channel) ?? []), ticket]);
    this.#begin();
  }

  noteSubscribers(channel: string, subscribers: number): void {
    this.#counts.set(channel, subscribers);
    this.#begin();
  }

  /** Writes every count again, because the table may have lost it. */
  repeat(): void {
    for (const [channel, subscribers] of this.#written) {
      if (!this.#counts.has(channel)) {
        this.#counts.set(channel, subscribers);
      }
    }
    this.#begin();
  }

  /** Resolves when everything that was noted before is written, or cannot be written now. */
  async flush(): Promise<void> {
    if (this.#left.size > 0 || this.#counts.size > 0) {
      this.#begin();
    }
    await this.#writing;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  #begin(): void {
    if (this.#stop.signal.aborted) {
      return;
    }
    this.#writing ??= this.#writeSoon().finally(() => {
      this.#writing = null;
      if (this.#left.size > 0 || this.#counts.size > 0) {
        this.#begin();
      }
    });
  }

  async #writeSoon(): Promise<void> {
    await this.#pause(GATHER_MS);
    try {
      await this.#writeLeft();
      await this.#writeCounts();
    } catch (err) {
      this.#options.log.warn({ err }, "realtime subscriptions save failed");
      await this.#pause(RETRY_MS);
    }
  }

  async #writeLeft(): Promise<void> {
    for (const [channel, tickets] of this.#left) {
      const batch = tickets.slice(0, MAX_BATCH);
      await deleteMembers(this.#options.db, channel, batch);
      const rest = this.#left.get(channel)?.slice(batch.length) ?? [];
      if (rest.length > 0) {
        this.#left.set(channel, rest);
      } else {
        this.#left.delete(channel);
      }
    }
  }

  async #writeCounts(): Promise<void> {
    const batch: SubscriberCount[] = [...this.#counts]
      .slice(0, MAX_BATCH)
      .map(([channel, subscribers]) => ({ channel, subscribers }));
    if (batch.length === 0) {
      return;
    }
    await writeSubscribers(this.#options.db, this.#options.instanceId, batch);
    for (const { channel, subscribers } of batch) {
      if (this.#counts.get(channel) === subscribers) {
        this.#counts.delete(channel);
      }
      if (subscribers > 0) {
        this.#written.set(channel, subscribers);
      } else {
        this.#written.delete(channel);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#stop.signal }).catch(() => {
      // The stop ends the wait.
    });
  }
}
