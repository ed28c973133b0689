import { sql } from "kysely";

import type { CallerProfile, FlagKind } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";

export interface ProfileCalls {
  firstCallAt: Date | null;
  callsThisMonth: number;
  talkedWith: { name: string; calls: number; at: string }[];
}

const LATEST = 200;

function startOfMonth(now: Date) {
  return sql`date_trunc('month', ${now}::timestamptz, 'Australia/Sydney')`;
}

/**
 * Returns the first call of these callers, the number of their ended calls that arrived this month
 * (Sydney time), and the last ten people who answered them. It reads only the latest 200 calls. If
 * there are more calls, a second query finds the first one and counts the calls of the month.
 */
export async function readProfileCalls(
  db: Db,
  callers: readonly string[],
  now: Date,
): Promise<ProfileCalls> {
  const { rows } = await sql<ProfileCalls & { readCount: number }>`
    with latest as materialized (
      select answered_by, arrived_at, ended_at from call
      where caller_id = any (${callers}::uuid[])
      order by arrived_at desc, id desc limit ${LATEST}
    )
    select count(*)::int as readCount, min(arrived_at) as "firstCallAt",
      count(*) filter (where ended_at is not null and arrived_at >= ${startOfMonth(now)})::int
        as "callsThisMonth",
      (select coalesce(json_agg(w), '[]') from (
        select u.name, count(*)::int as calls, max(t.arrived_at) as at
        from latest as t join "user" as u on u.id = t.answered_by
        group by u.id, u.name order by at desc limit 10
      ) as w) as "talkedWith"
    from latest`.execute(db);
  const { readCount = 0, ...found } = rows[0] ?? {
    firstCallAt: null,
    callsThisMonth: 0,
    talkedWith: [],
  };
  return readCount < LATEST ? found : { ...found, ...(await countAllCalls(db, callers, now)) };
}

async function countAllCalls(db: Db, callers: readonly string[], now: Date) {
  const { rows } = await sql<Pick<ProfileCalls, "firstCallAt" | "callsThisMonth">>`
    select
      (select min(arrived_at) from call where caller_id = any (${callers}::uuid[]))
        as "firstCallAt",
      (select count(*)::int from call
        where caller_id = any (${callers}::uuid[]) and ended_at is not null
          and arrived_at >= ${startOfMonth(now)})
        as "callsThisMonth"`.execute(db);
  return rows[0];
}

export interface ProfileFlagRow {
  id: string;
  name: string;
  colour: string;
  kind: FlagKind;
  reason: string;
  until: Date | null;
}

export function listFlagsOf(db: Db, caller: string, now: Date): Promise<ProfileFlagRow[]> {
  return db
    .selectFrom("caller_flag as c")
    .innerJoin("flag as f", "f.id", "c.flag_id")
    .select(["f.id", "f.name", "f.colour", "f.kind", "c.reason", "c.until"])
    .where("c.caller_id", "=", caller)
    .where("f.retired", "=", false)
    .where((eb) => eb.or([eb("c.until", "is", null), eb("c.until", ">", now)]))
    .orderBy("f.name")
    .execute();
}

const LATEST_WINS = 10;

export async function listWinsOf(db: Db, callers: readonly string[]) {
  const { rows } = await sql<CallerProfile["wins"][number]>`
    select id, prize_name as prize, won_on::text as "wonOn", status from prize_win
    where caller_id = any (${callers}::uuid[])
    order by won_at desc, id desc limit ${LATEST_WINS}`.execute(db);
  return rows;
}

export async function moveEndedCalls(
  trx: Trx,
  move: {
    from: readonly string[];
    to: string;
    numbers: readonly string[];
    since?: { at: Date; older: readonly string[] };
  },
): Promise<{ count: number; lastAt: Date | null }> {
  const { since } = move;
  const wanted =
    since === undefined
      ? sql`true`
      : sql`(arrived_at >= ${since.at} or id = any (${since.older}::uuid[]))`;
  const { rows } = await sql<{ count: number; lastAt: Date | null }>`
    with moved as (
      update call set caller_id = ${move.to}
      where caller_id = any (${move.from}::uuid[]) and ended_at is not null
        and coalesce(number, given_number) = any (${move.numbers}::text[]) and ${wanted}
      returning arrived_at
    ) select count(*)::int as count, max(arrived_at) as "lastAt" from moved`.execute(trx);
  return rows[0] ?? { count: 0, lastAt: null };
}

export async function findLastCallAt(db: Db, callers: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(arrived_at) as at from call
    where caller_id = any (${callers}::uuid[]) and ended_at is not null`.execute(db);
  return rows[0]?.at ?? null;
}
