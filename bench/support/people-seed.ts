import { sql, type RawBuilder } from "kysely";

import type { Db } from "../../apps/server/src/platform/db/database.ts";

export interface PeopleSeed {
  station: string;
  callers: number;
  calls: number;
}

/** So many people know their way about a station's telephone. */
const OPERATORS = 12;
const MONTHS = 24;
/** Calls are written in parts, lest one statement needs all memory. */
const PART = 1_000_000;

/**
 * Callers and calls, made by the database itself: names of a few hundred words as people have
 * them, calls over two years. The word index is filled at once, its triggers being off meanwhile.
 */
export async function seedPeople(db: Db, { station, callers, calls }: PeopleSeed): Promise<void> {
  await sql`insert into station (id, call_sign, name) values (${station}, '9ZZ', 'Large')`.execute(
    db,
  );
  await sql`
    insert into "user" (id, name) select seed_uuid('operator', n), 'Operator ' || n
    from generate_series(1, ${OPERATORS}) as n`.execute(db);
  await seedCallers(db, station, callers);
  await makePartitions(db);
  for (let from = 0; from < calls; from += PART) {
    await seedCalls(db, { station, callers, calls, from, to: Math.min(calls, from + PART) });
  }
  await sql`vacuum analyze caller, caller_number, caller_word, call`.execute(db);
}

/** Ids that a number names again. */
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

async function seedCallers(db: Db, station: string, callers: number): Promise<void> {
  await sql`alter table caller disable trigger caller_indexed`.execute(db);
  await sql`alter table caller_number disable trigger caller_number_indexed`.execute(db);
  await sql`
    insert into caller (id, station_id, name, location, ended_calls, last_call_at)
    select seed_uuid('caller', n), ${station},
      (array['Kim','Sam','Ana','Leo','Zoe','Tom','Mia','Ida','Raj','Wei','Eva','Max'])[1 + n % 12]
        || chr(97 + (n / 12 % 26)::int) || chr(97 + (n / 312 % 26)::int) || ' '
        || (array['Nguyen','Smith','Tran','Jones','Wu','Petrov','Desai','Brown'])[1 + n / 7 % 8]
        || substr(md5('name' || n), 1, 3),
      (array['Penrith','Manly','Ryde','Gosford','Orange','Newtown','Parramatta'])[1 + n % 7]
        || ' ' || substr(md5('place' || n % 3000), 1, 4),
      10, now() - (n % 1000000) * interval '1 minute'
    from generate_series(1, ${callers}) as n`.execute(db);
  await sql`
    insert into caller_number (station_id, number, caller_id)
    select ${station}, '+614' || lpad(n::text, 8, '0'), seed_uuid('caller', n)
    from generate_series(1, ${callers}) as n`.execute(db);
  await sql`
    insert into caller_word (caller_id, word, station_id)
    select distinct c.id, w.word, c.station_id
    from caller as c join caller_number as n on n.caller_id = c.id,
      unnest(caller_words(c.name || ' ' || c.location) || caller_number_words(n.number)) as w (word)
    where c.station_id = ${station}`.execute(db);
  await sql`alter table caller enable trigger caller_indexed`.execute(db);
  await sql`alter table caller_number enable trigger caller_number_indexed`.execute(db);
}

async function makePartitions(db: Db): Promise<void> {
  for (let back = 0; back <= MONTHS; back += 1) {
    await sql`
      do ${sql.raw(`$$
      declare month timestamp := date_trunc('month', now() at time zone 'UTC') - interval '${back} months';
      begin
        execute format('create table if not exists call_%s partition of call for values from (%L) to (%L)',
          to_char(month, 'YYYY_MM'), month || '+00', (month + interval '1 month') || '+00');
      end $$`)}`.execute(db);
  }
}

async function seedCalls(
  db: Db,
  part: { station: string; callers: number; calls: number; from: number; to: number },
): Promise<void> {
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

/** Of small tables and of empty partitions a plan may read all: there is no faster way. */
const LARGE = /Seq Scan on (?:caller|call_\d)[^(]*\(cost=[\d.]+\.\.(?!0\.00)/u;

/** How PostgreSQL finds the rows of a query; whether it reads a large table as a whole. */
export async function explain(
  db: Db,
  query: RawBuilder<unknown>,
): Promise<{ plan: string; scansTable: boolean }> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  return { plan, scansTable: LARGE.test(plan) };
}
