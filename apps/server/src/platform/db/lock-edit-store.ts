import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";

/**
 * Lets edits of the same object run one after the other, so that the comparison of the object with
 * the values that a person saw stays valid. A transaction that only needs the object unchanged
 * shares the lock.
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

/** Runs work that several starting servers must do one after the other. */
export async function runExclusively<T>(db: Db, name: string, run: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Waiting for another server may exceed the limit of a statement.
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
