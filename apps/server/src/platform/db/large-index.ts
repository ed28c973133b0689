import { sql } from "kysely";

import type { Db } from "./database.ts";
import { type RetryOptions, retryLocks } from "./lock-retry.ts";
import { setLockTimeout } from "./migration-connection.ts";
import type { LargeIndex } from "./migrations/schema-migration.ts";

/**
 * Builds the index without a lock that stops writers. A table with partitions gets an index for
 * each partition, because PostgreSQL cannot build the index of the whole table in this way. A build
 * that was interrupted is completed.
 */
export async function buildLargeIndex(
  connection: Db,
  index: LargeIndex,
  options: RetryOptions,
): Promise<void> {
  const { name, table, on } = index;
  if (!(await isPartitioned(connection, table))) {
    await retryLocks(options, () => buildBesideWriters(connection, index, options));
    return;
  }
  // This index stays invalid until each partition has its own index. New partitions get an index at
  // once.
  await retryLocks(options, () =>
    execute(connection, `create ${kind(index)} if not exists "${name}" on only "${table}" ${on}`),
  );
  for (const partition of await listPartitionsWithout(connection, index)) {
    const part = { ...index, table: partition, name: `${partition}_${name}` };
    await retryLocks(options, () => buildBesideWriters(connection, part, options));
    await retryLocks(options, () =>
      execute(connection, `alter index "${name}" attach partition "${part.name}"`),
    );
  }
}

/**
 * Builds the index without a lock. The build waits for the end of transactions, and no transaction
 * waits for the build. In a deadlock with a program that waits for the migrations, PostgreSQL may
 * end the build.
 */
async function buildBesideWriters(
  connection: Db,
  index: LargeIndex,
  { lockRetry }: RetryOptions,
): Promise<void> {
  const { name, table, on } = index;
  if (await isBuilt(connection, name)) {
    return;
  }
  await setLockTimeout(connection, 0);
  // An interrupted build leaves an index that no query uses.
  await execute(connection, `drop index concurrently if exists "${name}"`);
  await execute(connection, `create ${kind(index)} concurrently "${name}" on "${table}" ${on}`);
  await setLockTimeout(connection, lockRetry.lockTimeoutMs);
}

async function execute(connection: Db, statement: string): Promise<void> {
  await sql.raw(statement).execute(connection);
}

function kind({ isUnique = false }: LargeIndex): string {
  return isUnique ? "unique index" : "index";
}

async function isBuilt(connection: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_index
    where indexrelid = to_regclass(${`"${name}"`}) and indisvalid`.execute(connection);
  return rows.length > 0;
}

async function isPartitioned(connection: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select from pg_class
    where oid = ${`"${table}"`}::regclass and relkind = 'p'`.execute(connection);
  return rows.length > 0;
}

async function listPartitionsWithout(
  connection: Db,
  { table, name }: LargeIndex,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhrelid
    where i.inhparent = ${`"${table}"`}::regclass and not exists (
      select from pg_inherits a join pg_index x on x.indexrelid = a.inhrelid
      where a.inhparent = ${`"${name}"`}::regclass and x.indrelid = p.oid)
    order by 1`.execute(connection);
  return rows.map((row) => row.name);
}
