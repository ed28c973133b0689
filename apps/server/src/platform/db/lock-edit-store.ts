import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";

/**
 * Who saves the same thing at once waits: what is compared with what was seen stays as it is. Who
 * only needs it to stay so shares the lock with others of the kind.
 */
export async function lockEdit(
  trx: Trx,
  thing: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const key = `linedesk.edit.${thing}`;
  const lock = sql.raw(shared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await sql`select ${lock}(hashtextextended(${key}, 0))`.execute(trx);
}

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
