import { sql } from "kysely";

import type { Db, Trx } from "./database.ts";
import { LOCK_RETRY, type LockRetry } from "./lock-retry.ts";
import { withMigrationConnection } from "./migration-connection.ts";
import { MigrationError, NOTHING_CHANGED } from "./migration-error.ts";
import { up as createBaseline } from "./migrations/001-baseline.ts";
import { callSteps } from "./migrations/earlier/call-steps.ts";
import { stationSteps } from "./migrations/earlier/station-steps.ts";
import { migrations as ownMigrations } from "./migrations/index.ts";
import type { SchemaMigration } from "./migrations/schema-migration.ts";
import { recordMigration, runMigration } from "./run-migration.ts";
import { describeCreated, describeSchema, listDifferences } from "./schema-description.ts";
import { findSchemaFloorAbove, schemaFloorTable } from "./schema-floor-store.ts";

const BASELINE = "001-baseline";

type Migrations = Readonly<Record<string, SchemaMigration>>;

interface MigrateOptions {
  /** The only migrations that run, so that the database has the schema of an earlier version. */
  only?: readonly string[];
  /** Replaces the migrations of this version, for tests. */
  migrations?: Migrations;
  lockRetry?: LockRetry;
  /** Is called when a migration did not get a lock and is tried again. */
  onRetry?: (name: string, tries: number) => void;
}

/** Returns the names that no migration of this version has. */
export function listUnknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !(name in ownMigrations));
}

/**
 * Migrates the database and returns the names of the migrations that ran. Servers that start at the
 * same time wait for each other. A database of a newer version is accepted unchanged if this
 * version is not below the floor that the newer migrations have set. Throws `MigrationError`.
 */
export async function migrate(
  db: Db,
  {
    only,
    migrations = ownMigrations,
    lockRetry = LOCK_RETRY,
    onRetry = () => undefined,
  }: MigrateOptions = {},
): Promise<string[]> {
  return withMigrationConnection(db, lockRetry.lockTimeoutMs, async (connection) => {
    const { recorded, upgraded } = await connection
      .transaction()
      .execute((trx) => recogniseInstallation(trx, migrations));
    const pending = Object.entries(migrations).filter(
      ([name]) => !recorded.includes(name) && only?.includes(name) !== false,
    );
    for (const migration of pending) {
      const [name] = migration;
      await runMigration(connection, migration, {
        lockRetry,
        onRetry: (tries) => onRetry(name, tries),
      });
    }
    return [...upgraded, ...pending.map(([name]) => name)];
  });
}

/** Creates the record of migrations where it is missing. */
async function readRecord(trx: Trx): Promise<string[]> {
  await runNamed(BASELINE, async () => {
    // A role that may only read both tables must not fail here, so a table that exists is not
    // created again.
    if (await isMissing(trx, "schema_floor")) {
      await schemaFloorTable.execute(trx);
    }
    if (await isMissing(trx, "kysely_migration")) {
      await sql`create table kysely_migration
        (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
    }
  });
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

async function isMissing(trx: Trx, table: string): Promise<boolean> {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass(${table}) is null as "isMissing"`.execute(trx);
  return rows[0]?.isMissing ?? true;
}

async function recogniseInstallation(trx: Trx, migrations: Migrations) {
  const recorded = await readRecord(trx);
  if (recorded.length === 0) {
    await requireEmpty(trx);
    return { recorded, upgraded: [] };
  }
  if (recorded.includes(BASELINE)) {
    await requireFloor(trx, recorded, Object.keys(migrations));
    return { recorded, upgraded: [] };
  }
  const upgraded = await upgradeEarlierInstallation(trx, recorded);
  await sql`delete from kysely_migration`.execute(trx);
  await recordMigration(trx, BASELINE);
  return { recorded: [BASELINE], upgraded };
}

/**
 * Accepts migrations of newer versions, which come after all known ones, if this version is not
 * below the floor.
 */
async function requireFloor(trx: Trx, recorded: string[], known: string[]): Promise<void> {
  const newest = known.toSorted().at(-1) ?? "";
  const unknown = recorded.filter((name) => !known.includes(name) && name < newest);
  if (unknown.length > 0) {
    throw unknownMigrations(unknown);
  }
  const floor = await findSchemaFloorAbove(trx, known);
  if (floor !== null) {
    throw new MigrationError(
      `The database needs Linedesk ${floor.release} or newer since its migration ${floor.migration}.`,
    );
  }
}

function unknownMigrations(names: string[]): MigrationError {
  return new MigrationError(
    `The database has migrations that this version does not know: ${names.join(", ")}.`,
  );
}

async function requireEmpty(trx: Trx): Promise<void> {
  const found = listDifferences(new Map(), await describeSchema(trx));
  if (found !== null) {
    throw new MigrationError(
      `The database has no record of migrations and is not empty: ${found}.`,
    );
  }
}

async function runNamed<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw MigrationError.ofMigration(name, cause, NOTHING_CHANGED);
  }
}

const firstNames = ["001-base", "002-session", "010-telephone"];
const steps = { ...callSteps, ...stationSteps };

/**
 * Runs the migrations from before the baseline that the installation has not run yet, and returns
 * their names. The names alone do not prove that the migrations ran, so the resulting schema must
 * equal the schema of the baseline. Throws `MigrationError`.
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
  const known = [...firstNames, ...Object.keys(steps), ...Object.keys(ownMigrations)];
  const unknown = recorded.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw unknownMigrations(unknown);
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
