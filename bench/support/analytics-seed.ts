import { sql } from "kysely";

import type { Db } from "../../apps/server/src/platform/db/database.ts";

export interface AnalyticsSeed {
  station: string;
  calls: number;
  lines: readonly string[];
}

const OPERATORS = 12;
const CALLERS = 600_000;
const MONTHS = 13;
/** Calls are written in parts, because one statement for all would need too much memory. */
const PART = 1_000_000;
/** The indexes that are dropped at first and created again when all rows are there. */
const indexes: Readonly<Record<string, string>> = {
  call_of_caller: "(caller_id, arrived_at desc, id desc)",
  call_of_station: "(station_id, arrived_at desc)",
};

/** Creates the ended calls of the last year inside the database, evenly distributed. */
export async function seedYear(db: Db, seed: AnalyticsSeed): Promise<void> {
  const { station, calls } = seed;
  // Without triggers, no row marks its day as outdated. A statement at the end marks all days.
  await sql`set session_replication_role = replica`.execute(db);
  await sql`insert into station (id, call_sign, name) values (${station}, '9ZZ', 'Busy')`.execute(
    db,
  );
  await sql`
    insert into "user" (id, name) select md5('operator' || n)::uuid, 'Operator ' || n
    from generate_series(1, ${OPERATORS}) as n`.execute(db);
  await makePartitions(db);
  for (const name of Object.keys(indexes)) {
    await sql`drop index ${sql.table(name)}`.execute(db);
  }
  for (let from = 0; from < calls; from += PART) {
    await seedPart(db, seed, { from, to: Math.min(calls, from + PART) });
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await sql`create index ${sql.table(name)} on call ${sql.raw(columns)}`.execute(db);
  }
  await sql`
    insert into figure_touched (station_id, unit, start)
    select distinct station_id, 'day', (arrived_at at time zone 'Australia/Sydney')::date
    from call`.execute(db);
  await sql`vacuum analyze call`.execute(db);
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

async function seedPart(
  db: Db,
  { station, calls, lines }: AnalyticsSeed,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into call (id, arrived_at, station_id, phone_line_id, direction, number, caller_id,
      call_state, desk, answered_at, answered_by, ended_at, reason, changed_at, earlier_calls)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
      at, ${station}, (${lines}::uuid[]) [1 + n % ${lines.length}],
      case when n % 10 = 0 then 'outbound' else 'inbound' end, '+61491570006',
      md5('caller' || (n * 7919) % ${CALLERS})::uuid,
      '{"status":"ended"}', '{"status":"ended"}',
      case when n % 7 < 5 then at + wait end,
      case when n % 7 < 5 then md5('operator' || 1 + n % ${OPERATORS})::uuid end,
      at + wait + interval '1 second' * (n % 397),
      case when n % 7 < 5 then 'operator_hung_up' when n % 41 = 0 then 'rejected'
        else 'caller_hung_up' end,
      at, n % 4
    from (
      select n, md5('call' || n) as hash,
        interval '1 millisecond' * ((n * 104729) % 300000) as wait,
        date_trunc('milliseconds', now() - interval '1 hour'
          - n * (interval '364 days' / ${calls}::float8)) as at
      from generate_series(${from + 1}::bigint, ${to}::bigint) as n
    ) as made`.execute(db);
}
