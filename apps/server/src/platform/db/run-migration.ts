import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";
import { buildLargeIndex } from "./large-index.ts";
import { type RetryOptions, retryLocks } from "./lock-retry.ts";
import { MigrationError } from "./migration-error.ts";
import type { Change, IndexBuild, SchemaMigration } from "./migrations/schema-migration.ts";
import { raiseSchemaFloor } from "./schema-floor-store.ts";

/** Runs one migration and records it. Throws `MigrationError`. */
export async function runMigration(
  connection: Db,
  [name, migration]: readonly [string, SchemaMigration],
  options: RetryOptions,
): Promise<void> {
  try {
    await ("indexes" in migration
      ? runIndexBuild(connection, name, migration, options)
      : retryLocks(options, () => runChange(connection, name, migration)));
  } catch (cause) {
    throw MigrationError.ofMigration(name, cause);
  }
}

async function runChange(connection: Db, name: string, change: Change): Promise<void> {
  await connection.transaction().execute(async (trx) => {
    await change.up(trx);
    await raiseSchemaFloor(trx, name, change);
    await recordMigration(trx, name);
  });
}

async function runIndexBuild(
  connection: Db,
  name: string,
  { indexes }: IndexBuild,
  options: RetryOptions,
): Promise<void> {
  for (const index of indexes) {
    await buildLargeIndex(connection, index, options);
  }
  await recordMigration(connection, name);
}

export async function recordMigration(db: Db | Trx, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(db);
}
