import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";
import { upgradeEarlierInstallation } from "./earlier-installation.ts";
import { listDifferences } from "./list-differences.ts";
import { MigrationError, runNamed } from "./migration-error.ts";
import { migrations } from "./migrations/index.ts";
import { describeSchema } from "./schema-description.ts";

/** No other user of the same database takes this number as its lock. */
const LOCK_KEY = 7_264_851_904;

const BASELINE = "001-baseline";

/**
 * Migrates the database in one transaction and returns the names of the migrations that ran.
 * Servers that start at once wait for each other. Throws `MigrationError`.
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // A large database, or another server's migration, takes longer than one statement may.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
    const recorded = await readRecord(trx);
    const upgraded = await recogniseInstallation(trx, recorded);
    return [...upgraded, ...(await runPending(trx))];
  });
}

async function readRecord(trx: Trx): Promise<string[]> {
  await sql`create table if not exists kysely_migration
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

async function recogniseInstallation(trx: Trx, recorded: string[]): Promise<string[]> {
  if (recorded.length === 0) {
    await requireEmpty(trx);
    return [];
  }
  if (recorded.every((name) => name in migrations)) {
    return [];
  }
  const ran = await upgradeEarlierInstallation(trx, recorded);
  await sql`delete from kysely_migration`.execute(trx);
  await record(trx, BASELINE);
  return ran;
}

async function requireEmpty(trx: Trx): Promise<void> {
  const found = listDifferences(new Map(), await describeSchema(trx));
  if (found !== null) {
    throw new MigrationError(
      `The database has no record of migrations and is not empty: ${found}.`,
    );
  }
}

async function runPending(trx: Trx): Promise<string[]> {
  const recorded = await readRecord(trx);
  const pending = Object.entries(migrations).filter(([name]) => !recorded.includes(name));
  for (const [name, migration] of pending) {
    await runNamed(name, () => migration.up(trx));
    await record(trx, name);
  }
  return pending.map(([name]) => name);
}

async function record(trx: Trx, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(trx);
}
