import { setTimeout as wait } from "node:timers/promises";

import { type RawBuilder, sql } from "kysely";

import type { Db, Trx } from "./database.ts";

/** The advisory lock of the migrations. No other program in the database uses this number. */
const LOCK_KEY = 7_264_851_904;
const ASK_AGAIN_MS = 250;

/**
 * Runs the migrations of one server at a time, on one connection without the limits of the other
 * connections: a statement on a large table may take hours. A statement that waits for another
 * transaction fails after `lockTimeoutMs`, because all later users of the table wait behind it.
 */
export async function withMigrationConnection<T>(
  db: Db,
  lockTimeoutMs: number,
  run: (connection: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection);
    await setLockTimeout(connection, lockTimeoutMs);
    await tryUntilHeld(connection, sql`pg_try_advisory_lock(${LOCK_KEY})`);
    try {
      return await run(connection);
    } finally {
      await restore(connection);
    }
  });
}

/**
 * Waits until no other server changes the schema or the rights, and keeps the lock until the end of
 * the transaction.
 */
export async function lockMigrations(trx: Trx): Promise<void> {
  await tryUntilHeld(trx, sql`pg_try_advisory_xact_lock(${LOCK_KEY})`);
}

export async function setLockTimeout(connection: Db, ms: number): Promise<void> {
  await sql`set lock_timeout = ${sql.lit(ms)}`.execute(connection);
}

/**
 * Tries the lock again and again. A statement that waits for the lock would have a snapshot, and
 * the build of an index by another server would wait for the end of this snapshot.
 */
async function tryUntilHeld(connection: Db, tryLock: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isHeld: boolean }>`
      select ${tryLock} as "isHeld"`.execute(connection);
    if (rows[0]?.isHeld === true) {
      return;
    }
    await wait(ASK_AGAIN_MS);
  }
}

/** Restores the connection's settings, because the connection returns to the pool. */
async function restore(connection: Db): Promise<void> {
  try {
    await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset idle_in_transaction_session_timeout`.execute(connection);
    await sql`reset lock_timeout`.execute(connection);
  } catch {
    // The connection is lost, and with it the lock. The error of the migration says more than this
    // error.
  }
}
