import { expect } from "vitest";

import type { Db, Trx } from "../../src/platform/db/database.ts";
import { countWaiting, readBackendPid } from "./count-waiting.ts";

interface Race<T> {
  write: (trx: Trx) => Promise<unknown>;
  /** The work that waits for a lock of `write`. */
  act: () => Promise<T>;
  /** The number of requests that `act` makes. */
  requests?: number;
}

/** Commits `write` when `act` waits for its lock. Returns the answer of `act`. */
export async function waitBehind<T>(db: Db, { write, act, requests = 1 }: Race<T>): Promise<T> {
  const second = await db.transaction().execute(async (trx) => {
    await write(trx);
    const pid = await readBackendPid(trx);
    const answer = act();
    await expect.poll(() => countWaiting(db, pid), { timeout: 10_000 }).toBe(requests);
    // The promise is wrapped in an object, because the transaction would otherwise wait for `act`,
    // which waits for the transaction.
    return { answer };
  });
  return second.answer;
}
