import { sql } from "kysely";

import type { Db, Trx } from "../../platform/db/database.ts";

export interface DialUse {
  lastMinute: number;
  live: number;
  minutesToday: number;
}

/** Lets the operators of a station dial one after the other, so that each call is counted. */
export async function lockDialling(trx: Trx, station: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dial:${station}`}, 0))`.execute(trx);
}

/**
 * Reads by the index `call_dialled`. A day is a day in Sydney, and no call is longer than a day, so
 * calls that were dialled within 48 hours are enough.
 */
export async function readDialUse(
  db: Db,
  { station, user, now }: { station: string; user: string | null; now: Date },
): Promise<DialUse> {
  const startOfDay = sql<Date>`(date_trunc('day', ${now}::timestamptz at time zone 'Australia/Sydney')
    at time zone 'Australia/Sydney')`;
  const minutes = sql<number>`coalesce(sum(extract(epoch from
    greatest(coalesce(ended_at, ${now}) - greatest(answered_at, ${startOfDay}), interval '0'))
    ) filter (where answered_at is not null) / 60, 0)::float`;
  const query = db
    .selectFrom("call")
    .select((eb) => [
      eb.fn
        .countAll<string>()
        .filterWhere("dialled_at", ">", new Date(now.getTime() - 60_000))
        .as("lastMinute"),
      eb.fn
        .countAll<string>()
        .filterWhere((where) => where.and([where("ended_at", "is", null), isOnPhone]))
        .as("live"),
      minutes.as("minutesToday"),
    ])
    .where("station_id", "=", station)
    .where("dialled_at", ">", new Date(now.getTime() - LONGEST_MS));
  const row = await (
    user === null ? query : query.where("dialled_by", "=", user)
  ).executeTakeFirstOrThrow();
  return {
    lastMinute: Number(row.lastMinute),
    live: Number(row.live),
    minutesToday: row.minutesToday,
  };
}

/**
 * Excludes callers who wait for a call back, because their rows keep the time of the last attempt.
 */
const isOnPhone = sql<boolean>`desk ->> 'status' not in ('waiting', 'ready')`;

const LONGEST_MS = 48 * 3_600_000;
