import { sql } from "kysely";

import type { Db } from "./database.ts";

/** What servers that start at once must not do at once; each waits for the one before it. */
export async function runInTurn<T>(db: Db, name: string, run: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Waiting for another server may take longer than one statement may.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(connection);
    try {
      return await run();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
