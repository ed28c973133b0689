import { expect } from "vitest";

import type { Db, Trx } from "../../src/platform/db/database.ts";
import { countWaiting, readBackendPid } from "./count-waiting.ts";

interface Race<T> {
  write: (trx: Trx) => Promise<unknown>;
  /** What comes second: it waits for a lock of the first. */
  act: () => Promise<T>;
  /** How many requests `act` makes. */
  requests?: number;
}

/** Commits the first when the second waits for it; answers what comes of the second then. */
export async function waitBehind<T>(db: Db, { write, act, requests = 1 }: Race<T>): Promise<T> {
  const second = await db.transaction().execute(async (trx) => {
    await write(trx);
    const pid = await readBackendPid(trx);
    const answer = act();
    await expect.poll(() => countWaiting(db, pid), { timeout: 10_000 }).toBe(requests);
    // In an object: awaited here it would wait for ever.
    return { answer };
  });
  return second.answer;
}
