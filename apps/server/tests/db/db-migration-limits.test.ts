import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { openDatabase } from "../../src/platform/db/database.ts";
import { LOCK_RETRY } from "../../src/platform/db/lock-retry.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { migrations } from "../../src/platform/db/migrations/index.ts";
import type {
  LargeIndex,
  SchemaMigration,
} from "../../src/platform/db/migrations/schema-migration.ts";
import { openTestDatabase } from "../support/database.ts";
import { queryDatabase } from "../support/query-database.ts";

const QUICK = { lockTimeoutMs: 100, tries: 3, pauseMs: 10 };
// The role that owns the database runs the migrations.
const { ownerDb: db, ownerUrl: url, adminUrl } = await openTestDatabase();

/**
 * Returns the migrations of this version, and a later one. The tests share a database, so each test
 * uses a name that sorts before the names of the tests above it. The migrations of those tests then
 * count as migrations of a newer version.
 */
function withLater(name: string, migration: SchemaMigration): Record<string, SchemaMigration> {
  return { ...migrations, [name]: migration };
}

function change(statement: string): SchemaMigration {
  return { up: async (db) => void (await sql.raw(statement).execute(db)) };
}

function withIndex(name: string, index: LargeIndex): Record<string, SchemaMigration> {
  return withLater(name, { indexes: [index] });
}

/** Holds a lock on the stations in another connection until `release`. */
async function lockStations(): Promise<() => Promise<void>> {
  const lock = await db.startTransaction().execute();
  await sql`lock table station in access share mode`.execute(lock);
  return () => lock.rollback().execute();
}

async function listIndexes(name: string): Promise<unknown[]> {
  const { rows } = await sql`
    select c.relname as name, indisvalid as "isValid" from pg_index
      join pg_class c on c.oid = indexrelid
    where relname like ${`%${name}`} order by 1`.execute(db);
  return rows;
}

test("[SR86] a migration may take longer than the limit of statements, which stays in force for other statements", async () => {
  const limited = openDatabase({
    url: `${url}?statement_timeout=200`,
    poolSize: 1,
    onError: () => undefined,
  });
  onTestFinished(() => limited.destroy());

  const ran = await migrate(limited, {
    migrations: withLater("990-slow", change("select pg_sleep(0.6)")),
  });

  expect(ran).toEqual(["990-slow"]);
  await expect(sql`select pg_sleep(0.6)`.execute(limited)).rejects.toThrow("statement timeout");
});

test("[SR86] a failed migration names its cause and is undone, and the migrations before it stay", async () => {
  const later = {
    ...withLater("980-slogan", change("alter table station add column slogan text")),
    "981-broken": change("alter table station add column motto text; drop table nothing"),
  };

  await expect(migrate(db, { migrations: later })).rejects.toThrow(
    'Migration 981-broken failed: table "nothing" does not exist. It was undone. ' +
      "Start the version that ran before, or restore a backup.",
  );

  expect(await migrate(db)).toEqual([]);
  const { rows } = await sql`select column_name from information_schema.columns
    where table_name = 'station' and column_name in ('slogan', 'motto')`.execute(db);
  expect(rows).toEqual([{ column_name: "slogan" }]);
});

test("[SR86] a migration stops waiting for a lock after its limit, and gets it in a later attempt", async () => {
  const release = await lockStations();
  const retries: string[] = [];

  const ran = await migrate(db, {
    migrations: withLater("970-motto", change("alter table station add column motto text")),
    lockRetry: QUICK,
    onRetry(name, tries) {
      retries.push(`${name} ${tries}`);
      void release();
    },
  });

  expect(ran).toEqual(["970-motto"]);
  expect(retries).toEqual(["970-motto 1"]);
  expect(LOCK_RETRY).toMatchObject({ lockTimeoutMs: 5_000, tries: 12 });
});

test("[SR86] a migration that never gets its lock fails after the last try", async () => {
  const release = await lockStations();
  onTestFinished(release);

  await expect(
    migrate(db, {
      migrations: withLater("960-jingle", change("alter table station add column jingle text")),
      lockRetry: QUICK,
    }),
  ).rejects.toThrow(
    "Migration 960-jingle failed: canceling statement due to lock timeout, 3 times. It was undone.",
  );
});

test("[SR86] the index of a large table is built without a transaction, and again after an interruption", async () => {
  const index = { name: "caller_created", table: "caller", on: "(created_at)" };
  // A build that ends too early leaves an invalid index.
  await sql`create index caller_created on caller (created_at)`.execute(db);
  await queryDatabase(
    adminUrl,
    "update pg_index set indisvalid = false where indexrelid = 'caller_created'::regclass",
  );

  expect(await migrate(db, { migrations: withIndex("950-created", index) })).toEqual([
    "950-created",
  ]);

  expect(await listIndexes("caller_created")).toEqual([{ name: "caller_created", isValid: true }]);
});

test("[SR86] servers that start together build an index once, while calls are written", async () => {
  const servers = Array.from({ length: 3 }, () =>
    openDatabase({ url, poolSize: 2, onError: () => undefined }),
  );
  onTestFinished(async () => void (await Promise.all(servers.map((one) => one.destroy()))));
  const writing = await db.startTransaction().execute();
  await sql`insert into station (id, call_sign, name) values (gen_random_uuid(), '2ZZ', 'FM')`.execute(
    writing,
  );
  const index = { name: "station_named", table: "station", on: "(name)", isUnique: true };

  const running = Promise.all(
    servers.map((one) =>
      migrate(one, { migrations: withIndex("940-named", index), lockRetry: QUICK }),
    ),
  );
  await expect.poll(() => listIndexes("station_named")).toHaveLength(1);
  await writing.commit().execute();

  expect((await running).flat()).toEqual(["940-named"]);
  expect(await listIndexes("station_named")).toEqual([{ name: "station_named", isValid: true }]);
});

test("[SR86] a partitioned table gets the index in each partition, even in a new partition", async () => {
  await sql`create table call_2031_01 partition of call
    for values from ('2031-01-01') to ('2031-02-01')`.execute(db);
  const index = { name: "call_reason_at", table: "call", on: "(reason, arrived_at)" };

  await migrate(db, { migrations: withIndex("930-reason", index) });
  await sql`create table call_2031_02 partition of call
    for values from ('2031-02-01') to ('2031-03-01')`.execute(db);

  const { rows } = await sql<{ total: number; valid: number }>`
    select count(*)::int as total, count(*) filter (where indisvalid)::int as valid from pg_index
    where pg_get_indexdef(indexrelid) like '%(reason, arrived_at)'`.execute(db);
  const partitions = await sql<{ count: number }>`
    select count(*)::int as count from pg_inherits where inhparent = 'call'::regclass`.execute(db);
  expect(partitions.rows[0]?.count).toBeGreaterThan(1);
  // The index of the table itself counts too.
  const expected = (partitions.rows[0]?.count ?? 0) + 1;
  expect(rows).toEqual([{ total: expected, valid: expected }]);
});
