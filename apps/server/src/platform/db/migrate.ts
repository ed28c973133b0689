import { Migrator, sql } from "kysely";

import type { Db } from "./database.ts";
import { migrations } from "./migrations/index.ts";

/** A migration failed; the database is as it was before it. */
export class MigrationError extends Error {
  override name = "MigrationError";
  readonly code = "migration_failed";
}

/** Any number that no other user of the same database takes as its lock. */
const LOCK_KEY = 7_264_851_904;

/**
 * Brings the database to the newest shape and answers the names of the migrations that ran.
 * Servers that start at once wait for each other here. Throws `MigrationError`.
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for another server's migration may take longer than one statement may.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(connection);
    try {
      return await runMigrations(db);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function runMigrations(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === "Error");
    throw new MigrationError(`Migration ${failed?.migrationName ?? "set-up"} failed`, {
      cause: error,
    });
  }
  return results.map((result) => result.migrationName);
}
