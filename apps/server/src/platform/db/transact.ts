import pg from "pg";

import type { Db, Trx } from "./database.ts";

/** The database ended one of those that waited for each other (PostgreSQL appendix A). */
const DEADLOCK = "40P01";
const MOST_TRIES = 3;

/**
 * One transaction. Rows are locked in one order everywhere, and yet a new row or a foreign key may
 * have two transactions wait for each other: the one that the database ends for it is made again
 * from its begin, so that nobody's press or webhook is lost by it. `run` may run more than
 * once, and does nothing outside of the transaction that a second run does not do anew.
 */
export async function transact<T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) {
        throw error;
      }
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DEADLOCK;
}
