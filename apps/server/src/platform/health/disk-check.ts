import { statfs } from "node:fs/promises";

import { isDatabaseFull } from "../db/database-unavailable.ts";
import type { PartCheck } from "./health.ts";

/** Less is as good as nothing: the database alone takes 16 MB at a time for its log. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** So long a refusal of the database, which may lie elsewhere, counts. */
const REFUSAL_COUNTS_MS = 60_000;

export class DiskCheck {
  readonly #readFreeBytes: () => Promise<number>;
  readonly #now: () => number;
  #refusedAt = -Infinity;

  constructor(readFreeBytes: () => Promise<number>, now: () => number = () => performance.now()) {
    this.#readFreeBytes = readFreeBytes;
    this.#now = now;
  }

  static of(dataDir: string): DiskCheck {
    return new DiskCheck(async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    });
  }

  noteError(error: unknown): void {
    if (isDatabaseFull(error)) {
      this.#refusedAt = this.#now();
    }
  }

  readonly check: PartCheck = async () => {
    if (this.#now() - this.#refusedAt < REFUSAL_COUNTS_MS) {
      return false;
    }
    return (await this.#readFreeBytes()) >= LEAST_FREE_BYTES;
  };
}
