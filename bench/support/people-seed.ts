import { sql, type RawBuilder } from "kysely";

import type { Db } from "../../apps/server/src/platform/db/database.ts";

export interface PeopleSeed {
  station: string;
  callers: number;
  calls: number;
}

/** The number of operators of the station. */
const OPERATORS = 12;
const MONTHS = 24;
/** Rows are written in parts, because one statement for all would need too much memory. */
const PART = 500_000;
/** The number of connections that write at the same time. */
const WRITERS = 2;
const LARGE_TABLES = ["caller", "caller_number", "caller_word", "call"];

/**
 * Creates callers and calls inside the database: realistic names of a few hundred words, and calls
 * over two years. During this time there are no checks and no indexes except keys, because they
 * would take most of the time. The indexes are created at the end, each in one statement.
 */
export async function seedPeople(db: Db, { station, callers, calls }: PeopleSeed): Promise<void> {
  await sql`insert into station (id, call_sign, name) values (${station}, '9ZZ', 'Large')`.execute(
    db,
  );
  await sql`
    insert into "user" (id, name) select seed_uuid('operator', n), 'Operator ' || n
    from generate_series(1, ${OPERATORS}) as n`.execute(db);
  await makePartitions(db);
  const indexes = await dropIndexes(db);
  await runBeside([
    ...listRanges(callers).map(
      (range) => () => asSeeder(db, (trx) => seedCallers(trx, { station, ...range })),
    ),
    ...listRanges(calls).map(
      (range) => () => asSeeder(db, (trx) => seedCalls(trx, { station, callers, calls, ...range })),
    ),
  ]);
  await runBeside(indexes.map((index) => () => asSeeder(db, (trx) => index.execute(trx))));
  for (const table of LARGE_TABLES) {
    await asSeeder(db, (own) => sql`vacuum analyze ${sql.table(table)}`.execute(own));
  }
}

/** Opens a connection without triggers, foreign keys and time limits, for large statements. */
async function asSeeder<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`reset all`.execute(connection);
    }
  });
}

async function runBeside(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...works];
  async function write(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next();
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write));
}

interface Range {
  from: number;
  to: number;
}

function listRanges(rows: number): Range[] {
  return Array.from({ length: Math.ceil(rows / PART) }, (_none, part) => ({
    from: part * PART,
    to: Math.min(rows, (part + 1) * PART),
  }));
}

/**
 * Drops all indexes of the large tables except keys. Returns the statements that create them again.
 */
async function dropIndexes(db: Db): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexname as name, i.indexdef as definition
    from pg_indexes as i
    where i.schemaname = 'public' and i.tablename = any (${LARGE_TABLES}::text[])
      and not exists (select from pg_constraint as c where c.conname = i.indexname)`.execute(db);
  for (const { name } of rows) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
  }
  // PostgreSQL's definition of an index of a partitioned table has ONLY, which would leave out the
  // partitions.
  return rows.map(({ definition }) => sql.raw(definition.replace(" ON ONLY ", " ON ")));
}

/** Creates the functions that make an id from a number. */
export async function createSeedFunctions(db: Db): Promise<void> {
  await sql`
    create or replace function seed_uuid(kind text, n bigint) returns uuid language sql immutable as $$
      select md5(kind || n)::uuid
    $$`.execute(db);
  await sql`
    create or replace function seed_call_id(at timestamptz, n bigint) returns uuid
    language sql immutable as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        || '7' || substr(md5('call' || n), 1, 3) || '8' || substr(md5('call' || n), 4, 15))::uuid
    $$`.execute(db);
}

/** Uses words of plain Latin letters, which the product's own function splits in the same way. */
async function seedCallers(
  db: Db,
  { station, from, to }: { station: string } & Range,
): Promise<void> {
  const numbers = sql`generate_series(${from + 1}::bigint, ${to}::bigint) as n`;
  await sql`
    with made as (
      insert into caller (id, station_id, name, location, ended_calls, last_call_at)
      select seed_uuid('caller', n), ${station},
        (array['Kim','Sam','Ana','Leo','Zoe','Tom','Mia','Ida','Raj','Wei','Eva','Max'])[1 + n % 12]
          || chr(97 + (n / 12 % 26)::int) || chr(97 + (n / 312 % 26)::int) || ' '
          || (array['Nguyen','Smith','Tran','Jones','Wu','Petrov','Desai','Brown'])[1 + n / 7 % 8]
          || substr(md5('name' || n), 1, 3),
        (array['Penrith','Manly','Ryde','Gosford','Orange','Newtown','Parramatta'])[1 + n % 7]
          || ' ' || substr(md5('place' || n % 3000), 1, 4),
        10, now() - (n % 1000000) * interval '1 minute'
      from ${numbers}
      returning id, name, location
    ), numbered as (
      insert into caller_number (station_id, number, caller_id)
      select ${station}, '+614' || lpad(n::text, 8, '0'), seed_uuid('caller', n)
      from ${numbers}
      returning caller_id, number
    )
    insert into caller_word (caller_id, word, station_id)
    select distinct made.id, w.word, ${station}::uuid
    from made join numbered on numbered.caller_id = made.id,
      unnest(string_to_array(lower(made.name || ' ' || made.location), ' ')
        || caller_number_words(numbered.number)) as w (word)`.execute(db);
}

async function makePartitions(db: Db): Promise<void> {
  for (let back = 0; back <= MONTHS; back += 1) {
    await sql`
      do ${sql.raw(`$$
      declare month timestamp := date_trunc('month', now() at time zone 'UTC') - interval '${back} months';
      begin
        execute format('create unlogged table if not exists call_%s partition of call for values from (%L) to (%L)',
          to_char(month, 'YYYY_MM'), month || '+00', (month + interval '1 month') || '+00');
      end $$`)}`.execute(db);
  }
}

async function seedCalls(db: Db, part: PeopleSeed & Range): Promise<void> {
  const { station, callers, calls, from, to } = part;
  await sql`
    insert into call (id, arrived_at, station_id, direction, number, caller_id, call_state, desk,
      description, answered_at, answered_by, ended_at, reason, changed_at)
    select seed_call_id(at, n), at, ${station}, 'inbound',
      '+614' || lpad(who::text, 8, '0'), seed_uuid('caller', who),
      '{"status":"ended"}', '{"status":"ended"}', 'council rates ' || n % 97,
      case when n % 3 > 0 then at + interval '20 seconds' end,
      case when n % 3 > 0 then seed_uuid('operator', 1 + n % ${OPERATORS}) end,
      at + interval '3 minutes',
      case when n % 3 > 0 then 'operator_hung_up' else 'caller_hung_up' end,
      at + interval '3 minutes'
    from (
      select n, 1 + (n * 7919) % ${callers} as who,
        date_trunc('milliseconds',
          now() - interval '1 day' - n * (interval '700 days' / ${calls}::float8)) as at
      from generate_series(${from + 1}::bigint, ${to}::bigint) as n
    ) as made`.execute(db);
}

/**
 * A plan is allowed to scan small tables and empty partitions as a whole, because this is the
 * fastest way.
 */
const LARGE = /Seq Scan on (?:caller|call_\d)[^(]*\(cost=[\d.]+\.\.(?!0\.00)/u;

/** Returns the plan of a query, and `scansTable` if the plan scans a large table as a whole. */
export async function explain(
  db: Db,
  query: RawBuilder<unknown>,
): Promise<{ plan: string; scansTable: boolean }> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  return { plan, scansTable: LARGE.test(plan) };
}
