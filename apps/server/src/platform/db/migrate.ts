import { sql } from "kysely";

import { hasCode } from "@linedesk/base";
import type { Db, Trx } from "./database.ts";
import { up as createBaseline } from "./migrations/001-baseline.ts";
import { callSteps } from "./migrations/earlier/call-steps.ts";
import { stationSteps } from "./migrations/earlier/station-steps.ts";
import { migrations } from "./migrations/index.ts";
import { describeCreated, describeSchema, listDifferences } from "./schema-description.ts";

/** The advisory lock of the migrations. No other program in the database uses this number. */
const LOCK_KEY = 7_264_851_904;

const BASELINE = "001-baseline";

/** The database refuses a right (PostgreSQL appendix A). */
const FORBIDDEN = "42501";

/** Returns those of the names that no migration of this version has. */
export function listUnknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !(name in migrations));
}

/**
 * Migrates the database in one transaction and returns the names of the migrations that ran.
 * Servers that start at the same time wait for each other. With `only`, the other migrations do not
 * run, so that the schema is that of an earlier version. Throws `MigrationError`.
 */
export async function migrate(db: Db, only?: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // A large database, or another server's migration, may exceed the limit of a statement.
    await sql`set local statement_timeout = 0`.execute(trx);
    await lockMigrations(trx);
    const recorded = await readRecord(trx);
    const upgraded = await recogniseInstallation(trx, recorded);
    return [...upgraded, ...(await runPending(trx, only))];
  });
}

/** Waits until no other server changes the schema or the rights, until the end of the transaction. */
export async function lockMigrations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
}

async function readRecord(trx: Trx): Promise<string[]> {
  await makeRecord(trx);
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

/** A role that may create nothing may read the record, so it tries to create none that exists. */
async function makeRecord(trx: Trx): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('kysely_migration') is not null as known`.execute(trx);
  if (rows[0]?.known === true) {
    return;
  }
  await runNamed(BASELINE, async () => {
    await sql`create table kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  });
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

async function runPending(trx: Trx, only?: readonly string[]): Promise<string[]> {
  const recorded = await readRecord(trx);
  const pending = Object.entries(migrations).filter(
    ([name]) => !recorded.includes(name) && only?.includes(name) !== false,
  );
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

/** A refused or failed migration; the message is for the person who starts the product. */
export class MigrationError extends Error {
  override name = "MigrationError";
  readonly code = "migration_failed";

  constructor(reason: string, options?: ErrorOptions) {
    super(
      `${reason} Nothing was changed. Start the version that made this database, or restore a backup.`,
      options,
    );
  }
}

export async function runNamed<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (hasCode(cause, FORBIDDEN)) {
      throw new MigrationError(
        `Migration ${name} has to run, and the role may not change the schema. Let DATABASE_OWNER_URL name the role that owns the tables, and start the station again.`,
        { cause },
      );
    }
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`Migration ${name} failed: ${words}.`, { cause });
  }
}

const firstNames = ["001-base", "002-session", "010-telephone"];
const steps = { ...callSteps, ...stationSteps };

/**
 * Runs those migrations from before the baseline that the installation has not run, and returns
 * their names.
 * The recorded names alone prove nothing, so the schema must equal the baseline's in the end.
 * Throws `MigrationError`.
 */
async function upgradeEarlierInstallation(trx: Trx, recorded: string[]): Promise<string[]> {
  requireKnownNames(recorded);
  const missing = Object.entries(steps).filter(([name]) => !recorded.includes(name));
  for (const [name, statements] of missing) {
    await runNamed(name, async () => {
      for (const statement of statements) {
        await statement.execute(trx);
      }
    });
  }
  await requireBaseline(trx);
  return missing.map(([name]) => name);
}

function requireKnownNames(recorded: string[]): void {
  const known = [...firstNames, ...Object.keys(steps), ...Object.keys(migrations)];
  const unknown = recorded.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has migrations that this version does not know: ${unknown.join(", ")}.`,
    );
  }
  const lacking = firstNames.filter((name) => !recorded.includes(name));
  if (lacking.length > 0) {
    throw new MigrationError(
      `The database lacks migrations that every version has: ${lacking.join(", ")}.`,
    );
  }
}

async function requireBaseline(trx: Trx): Promise<void> {
  const expected = await runNamed("001-baseline", () => describeCreated(trx, createBaseline));
  const differences = listDifferences(expected, await describeSchema(trx));
  if (differences !== null) {
    throw new MigrationError(
      `The database does not have the schema that its migrations make: ${differences}.`,
    );
  }
}
