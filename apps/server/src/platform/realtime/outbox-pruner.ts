import type { Db } from "../db/database.ts";
import { pruneOutbox } from "./outbox-store.ts";

const KEEP_ROWS_MS = 3_600_000;
const PRUNE_EVERY_MS = 60_000;

/** Deletes rows of the outbox after an hour. */
export class OutboxPruner {
  readonly #db: Db;
  #prunedAt = -Infinity;

  constructor(db: Db) {
    this.#db = db;
  }

  async prune(): Promise<void> {
    const now = performance.now();
    if (now - this.#prunedAt < PRUNE_EVERY_MS) {
      return;
    }
    this.#prunedAt = now;
    await pruneOutbox(this.#db, KEEP_ROWS_MS);
  }
}
