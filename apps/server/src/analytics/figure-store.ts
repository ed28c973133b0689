import { sql, type RawBuilder } from "kysely";

import { ANALYTICS_TIME_ZONE, type CallDirection } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

export interface FigureRange {
  station: string;
  from: string;
  to: string;
  line?: string | undefined;
}

const ZONE = sql.lit(ANALYTICS_TIME_ZONE);

function inRange({ station, from, to, line }: FigureRange): RawBuilder<boolean> {
  const ofLine = line === undefined ? sql`true` : sql`phone_line_id = ${line}::uuid`;
  return sql<boolean>`station_id = ${station}::uuid and day between ${from}::date and ${to}::date
    and ${ofLine}`;
}

export interface CallSums {
  of: string;
  direction: CallDirection;
  calls: number;
  netCalls: number;
  answered: number;
  answeredMs: number;
  netMs: number;
  waitedMs: number;
  abandoned: number;
  abandonedMs: number;
  newCallers: number;
  repeatCalls: number;
}

const units = {
  wallHour: { column: sql`hour`, key: sql`to_char(part at time zone ${ZONE}, 'HH24')` },
  hour: { column: sql`hour`, key: sql`to_char(part at time zone 'UTC', 'YYYY-MM-DD"T"HH24')` },
  day: { column: sql`day`, key: sql`part::text` },
  month: { column: sql`day`, key: sql`to_char(part, 'YYYY-MM')` },
};

export async function sumCalls(db: Db, range: FigureRange, unit: keyof typeof units) {
  const { column, key } = units[unit];
  const { rows } = await sql<CallSums>`
    select ${key} as of, direction, sum(calls)::bigint as calls,
      sum(net_calls)::bigint as "netCalls", sum(answered)::bigint as answered,
      sum(answered_ms)::bigint as "answeredMs", sum(net_ms)::bigint as "netMs",
      sum(waited_ms)::bigint as "waitedMs", sum(abandoned)::bigint as abandoned, sum(abandoned_ms)::bigint as "abandonedMs",
      sum(new_callers)::bigint as "newCallers", sum(repeat_calls)::bigint as "repeatCalls"
    from (
      select ${column} as part, direction, sum(calls) as calls, sum(net_calls) as net_calls,
        sum(answered) as answered, sum(answered_ms) as answered_ms, sum(net_ms) as net_ms,
        sum(waited_ms) as waited_ms, sum(abandoned) as abandoned, sum(abandoned_ms) as abandoned_ms,
        sum(new_callers) as new_callers, sum(repeat_calls) as repeat_calls
      from hour_figure where ${inRange(range)} group by 1, 2
    ) as parts
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export async function countWaits(db: Db, range: FigureRange) {
  const { rows } = await sql<{ waitS: number; calls: number }>`
    select wait_s as "waitS", sum(calls)::bigint as calls
    from wait_figure where ${inRange(range)} group by 1 order by 1`.execute(db);
  return rows;
}

export interface OperatorSums {
  user: string;
  name: string | null;
  calls: number;
  answeredMs: number;
}

const MOST_OPERATORS = 200;

export async function sumOperators(db: Db, range: FigureRange): Promise<OperatorSums[]> {
  const { rows } = await sql<OperatorSums>`
    select f.user_id as user, u.name, f.calls, f."answeredMs"
    from (
      select user_id, sum(calls)::bigint as calls, sum(answered_ms)::bigint as "answeredMs"
      from operator_figure where ${inRange(range)} group by 1
    ) as f
    left join "user" as u on u.id = f.user_id
    order by f.calls desc, f.user_id limit ${MOST_OPERATORS}`.execute(db);
  return rows;
}

export interface PeopleCount {
  of: string;
  callers: number;
  repeatCallers: number;
}

export async function countPeople(
  db: Db,
  { station, from, to, line }: FigureRange,
  unit: "day" | "month",
): Promise<PeopleCount[]> {
  const ofLine =
    line === undefined ? sql`all_lines` : sql`not all_lines and phone_line_id = ${line}::uuid`;
  const first = unit === "day" ? from : `${from.slice(0, 7)}-01`;
  const { rows } = await sql<PeopleCount>`
    select substr(start::text, 1, ${unit === "day" ? 10 : 7}) as of, callers,
      repeat_callers as "repeatCallers"
    from people_figure
    where station_id = ${station}::uuid and unit = ${unit}
      and start between ${first}::date and ${to}::date and ${ofLine}
    order by start`.execute(db);
  return rows;
}

export interface PrizeSums {
  prize: string;
  name: string;
  wins: number;
  cents: number;
}

const MOST_PRIZES = 200;

/**
 * Returns the prizes won, most frequent first. The query searches the call of a win only in the two
 * days before the win, so that it reads few partitions.
 */
export async function sumWins(db: Db, range: FigureRange): Promise<PrizeSums[]> {
  const { station, from, to, line } = range;
  const ofLine =
    line === undefined
      ? sql`true`
      : sql`exists (
          select from call as c
          where c.id = w.call_id and c.arrived_at <= w.won_at
            and c.arrived_at > w.won_at - interval '2 days' and c.phone_line_id = ${line}::uuid)`;
  const { rows } = await sql<PrizeSums>`
    select prize_id as prize, max(prize_name) as name, count(*)::bigint as wins,
      sum(value_cents)::bigint as cents
    from prize_win as w
    where station_id = ${station}::uuid and won_on between ${from}::date and ${to}::date
      and ${ofLine}
    group by 1 order by 3 desc, 2 limit ${MOST_PRIZES}`.execute(db);
  return rows;
}

export async function findClockChanges(db: Db, { from, to }: Pick<FigureRange, "from" | "to">) {
  const { rows } = await sql<{ day: string; hours: string[] }>`
    select day::text, array(
      select to_char(hour at time zone ${ZONE}, 'HH24')
      from generate_series(begins, ends - interval '1 hour', interval '1 hour') as hour
      order by hour) as hours
    from (
      select d::date as day, d at time zone ${ZONE} as begins,
        (d + interval '1 day') at time zone ${ZONE} as ends
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as d
    ) as days
    where ends - begins <> interval '24 hours' order by day`.execute(db);
  return rows;
}

export async function listHours(db: Db, day: string): Promise<{ utc: string; wall: string }[]> {
  const { rows } = await sql<{ utc: string; wall: string }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as utc,
      to_char(hour at time zone ${ZONE}, 'HH24') as wall
    from generate_series(${day}::timestamp at time zone ${ZONE},
      (${day}::timestamp + interval '1 day') at time zone ${ZONE} - interval '1 hour',
      interval '1 hour') as hour
    order by hour`.execute(db);
  return rows;
}

export async function countPendingDays(db: Db, range: FigureRange): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(distinct start)::bigint as days from figure_touched
    where station_id = ${range.station}::uuid and unit = 'day'
      and start between ${range.from}::date and ${range.to}::date`.execute(db);
  return rows[0]?.days ?? 0;
}
