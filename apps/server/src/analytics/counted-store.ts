import { sql } from "kysely";

import { ANALYTICS_TIME_ZONE } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

export interface CountedUnit {
  station: string;
  unit: "day" | "month";
  start: string;
}

const ZONE = sql.lit(ANALYTICS_TIME_ZONE);

/**
 * Selects the ended calls of a whole day or month in Sydney, without rehearsal calls. A day in
 * Sydney can have 23 or 25 hours.
 */
function selectCalls({ station, unit, start }: CountedUnit) {
  const next = sql`(${start}::date + ${sql.lit(`1 ${unit}`)}::interval)`;
  return sql`call where station_id = ${station}::uuid and ended_at is not null and not rehearsal
    and arrived_at >= ${start}::date::timestamp at time zone ${ZONE}
    and arrived_at < ${next} at time zone ${ZONE}`;
}

/** If a clock was set back, a duration can be negative; it then counts as 0. */
function toMs(from: string, to: string) {
  return sql.raw(`greatest(0, (extract(epoch from (${to} - ${from})) * 1000)::bigint)`);
}

function countedCalls(unit: CountedUnit) {
  return sql`
    select date_trunc('hour', arrived_at) as hour, phone_line_id, direction, caller_id, answered_by,
      is_net, answered_at is not null as is_answered,
      is_net and direction = 'inbound' and answered_at is null
        and reason = 'caller_hung_up' as is_abandoned,
      is_net and direction = 'inbound' as is_net_inbound,
      case when answered_at is null then 0 else ${toMs("answered_at", "ended_at")} end as answered_ms,
      ${toMs("arrived_at", "coalesce(answered_at, ended_at)")} as waited_ms, earlier_calls
    from (
      select *, coalesce(reason, 'failed') not in ('rejected', 'blocked', 'line_closed') as is_net
      from ${selectCalls(unit)}
    ) as c`;
}

/**
 * Rounds a wait down: a short wait to seconds, a wait of two hours or more to hours. The rounding
 * limits the number of rows.
 */
const WAIT_S = sql`case
  when waited_ms < 60000 then waited_ms / 1000
  when waited_ms < 300000 then waited_ms / 5000 * 5
  when waited_ms < 900000 then waited_ms / 15000 * 15
  when waited_ms < 7200000 then waited_ms / 60000 * 60
  else waited_ms / 3600000 * 3600 end`;

function countPeople({ station, unit, start }: CountedUnit, calls: ReturnType<typeof sql>) {
  return sql`
    insert into people_figure
      (station_id, unit, start, all_lines, phone_line_id, callers, repeat_callers)
    select ${station}::uuid, ${unit}::text, ${start}::date, all_lines = 1, phone_line_id,
      count(*), count(*) filter (where calls > 1)
    from (
      select phone_line_id, caller_id, grouping(phone_line_id) as all_lines, count(*) as calls
      from ${calls} as c
      where is_net_inbound and caller_id is not null
      group by grouping sets ((caller_id), (caller_id, phone_line_id))
    ) as people
    group by all_lines, phone_line_id`;
}

export async function writeDay(trx: Trx, unit: CountedUnit): Promise<void> {
  const { station, start } = unit;
  await clearUnit(trx, unit);
  await sql`
    with counted as materialized (${countedCalls(unit)}),
    hours as (
      insert into hour_figure
      select ${station}::uuid, ${start}::date, hour, phone_line_id, direction, count(*),
        count(*) filter (where is_net), count(*) filter (where is_net and is_answered),
        sum(answered_ms), coalesce(sum(answered_ms) filter (where is_net), 0),
        coalesce(sum(waited_ms) filter (where is_net_inbound and is_answered), 0),
        count(*) filter (where is_abandoned),
        coalesce(sum(waited_ms) filter (where is_abandoned), 0),
        count(*) filter (where is_net_inbound and caller_id is not null and earlier_calls = 0),
        count(*) filter (where is_net_inbound and earlier_calls > 0)
      from counted group by hour, phone_line_id, direction
    ),
    waits as (
      insert into wait_figure
      select ${station}::uuid, ${start}::date, phone_line_id, ${WAIT_S}, count(*)
      from counted where is_net_inbound and is_answered group by 3, 4
    ),
    operators as (
      insert into operator_figure
      select ${station}::uuid, ${start}::date, phone_line_id, answered_by, count(*), sum(answered_ms)
      from counted where is_net and answered_by is not null group by 3, 4
    )
    ${countPeople(unit, sql`counted`)}`.execute(trx);
}

export async function writeMonth(trx: Trx, unit: CountedUnit): Promise<void> {
  await clearUnit(trx, unit);
  await countPeople(unit, sql`(${countedCalls(unit)})`).execute(trx);
}

async function clearUnit(trx: Trx, { station, unit, start }: CountedUnit): Promise<void> {
  const tables = unit === "day" ? ["hour_figure", "wait_figure", "operator_figure"] : [];
  for (const table of tables) {
    await sql`
      delete from ${sql.table(table)}
      where station_id = ${station}::uuid and day = ${start}::date`.execute(trx);
  }
  await sql`
    delete from people_figure
    where station_id = ${station}::uuid and unit = ${unit} and start = ${start}::date`.execute(trx);
}

export async function findOutdated(
  db: Db,
  { unit, limit }: { unit: CountedUnit["unit"]; limit: number },
): Promise<CountedUnit[]> {
  const { rows } = await sql<CountedUnit>`
    select distinct station_id as station, unit, start::text as start
    from figure_touched where unit = ${unit} order by start desc limit ${limit}`.execute(db);
  return rows;
}

export async function markOutdated(db: Db, { station, unit, start }: CountedUnit): Promise<void> {
  await sql`
    insert into figure_touched (station_id, unit, start)
    values (${station}, ${unit}, ${start})`.execute(db);
}

/**
 * Removes the mark that the figures of a unit are outdated. Until the transaction ends, no other
 * server counts figures of the station. A call that changes after this statement sets a new mark.
 */
export async function takeOutdated(trx: Trx, { station, unit, start }: CountedUnit): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figures ${station}`}, 0))`.execute(
    trx,
  );
  await sql`
    delete from figure_touched
    where station_id = ${station}::uuid and unit = ${unit} and start = ${start}::date`.execute(trx);
}

export async function hasLostCalls(trx: Trx, unit: CountedUnit): Promise<boolean> {
  const { rows } = await sql<{ lost: boolean }>`
    select (select count(*) from ${selectCalls(unit)}) < (
      select coalesce(sum(calls), 0) from hour_figure
      where station_id = ${unit.station}::uuid and day >= ${unit.start}::date
        and day < ${unit.start}::date + ${sql.lit(`1 ${unit.unit}`)}::interval
    ) as lost`.execute(trx);
  return rows[0]?.lost ?? false;
}

export async function findCountedMonths(db: Db): Promise<CountedUnit[]> {
  const { rows } = await sql<CountedUnit>`
    select s.id as station, 'month' as unit, m::date::text as start
    from station as s,
      lateral (select min(arrived_at) as first from call where station_id = s.id) as c,
      generate_series(date_trunc('month', first at time zone ${ZONE}),
        date_trunc('month', now() at time zone ${ZONE}), interval '1 month') as m
    order by m, s.id`.execute(db);
  return rows;
}

export async function findWrongDays(db: Db, month: CountedUnit): Promise<CountedUnit[]> {
  const { station, start } = month;
  const { rows } = await sql<CountedUnit>`
    with truth as (
      select (hour at time zone ${ZONE})::date as day, count(*) as calls,
        array[count(*) filter (where is_net), count(*) filter (where is_net and is_answered),
          sum(answered_ms), coalesce(sum(answered_ms) filter (where is_net), 0),
          coalesce(sum(waited_ms) filter (where is_net_inbound and is_answered), 0),
          count(*) filter (where is_abandoned), count(*) filter (where is_net and direction = 'inbound')
        ]::numeric[] as sums
      from (${countedCalls(month)}) as c group by 1
    ), written as (
      select day, sum(calls) as calls, array[sum(net_calls), sum(answered), sum(answered_ms),
        sum(net_ms), sum(waited_ms), sum(abandoned),
        coalesce(sum(net_calls) filter (where direction = 'inbound'), 0)
      ]::numeric[] as sums
      from hour_figure
      where station_id = ${station}::uuid and day >= ${start}::date
        and day < ${start}::date + interval '1 month'
      group by day
    )
    select ${station}::uuid as station, 'day' as unit, t.day::text as start
    from truth as t left join written as w on w.day = t.day
    where t.calls >= coalesce(w.calls, 0)
      and (w.day is null or (t.calls, t.sums) is distinct from (w.calls, w.sums))
    order by t.day`.execute(db);
  return rows;
}
