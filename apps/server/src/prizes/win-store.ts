import { sql } from "kysely";

import type { CountedWin, WinStatus } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

export interface Household {
  station: string;
  caller: string | null;
  number: string;
  addressKey: string | null;
  household: boolean;
}

function selectWins({ station, caller, number, addressKey, household }: Household) {
  return sql<{ id: string }>`wins_of_listener(${station}::uuid, ${caller}::uuid, ${number}::text,
    ${addressKey}::text, ${household}::boolean)`;
}

const MOST_COUNTED = 200;

export async function findCountedWins(db: Db, of: Household): Promise<CountedWin[]> {
  const { rows } = await sql<CountedWin>`
    select prize_name as prize, won_on::text as "wonOn", value_cents as "valueCents"
    from ${selectWins(of)} w where status <> 'withdrawn' order by won_on desc limit ${MOST_COUNTED}`.execute(
    db,
  );
  return rows;
}

function winQuery(db: Db) {
  return db
    .selectFrom("prize_win as w")
    .leftJoin("contest_entry as e", "e.id", "w.contest_entry_id")
    .leftJoin("contest as k", "k.id", "e.contest_id")
    .leftJoin("phone_line as l", "l.id", "k.phone_line_id")
    .leftJoin("prize_delivery as d", "d.win_id", "w.id")
    .select([
      "w.id",
      "w.station_id as station",
      "w.call_id as call",
      "w.caller_id as caller",
      "w.number",
      "w.name",
      "w.address",
      "w.prize_id as prize",
      "w.prize_name as prizeName",
      "w.value_cents as valueCents",
      "w.won_at as wonAt",
      sql<string>`w.won_on::text`.as("wonOn"),
      "w.recorded_by as by",
      "w.exception",
      "w.status",
      "w.status_by as statusBy",
      "w.status_at as statusAt",
      "w.withdrawn_reason as withdrawn",
      "w.version",
      "e.id as entry",
      "e.contest_id as contest",
      "e.ordinal as place",
      "e.outcome",
      "e.at as countedAt",
      "k.caller_count as callerCount",
      "k.started_by as startedBy",
      "l.name as lineName",
      "d.win_id as delivery",
      "d.delivered_at as deliveredAt",
    ]);
}

export type WinRow = Awaited<ReturnType<typeof findWins>>[number];

interface WinPage {
  station: string;
  of: Household | null;
  before: string | null;
  limit: number;
}

export async function findWins(db: Db, { station, of, before, limit }: WinPage) {
  let query = winQuery(db).where("w.station_id", "=", station);
  if (of !== null) {
    query = query.where("w.id", "in", sql<string>`(select id from ${selectWins(of)} mine)`);
  }
  if (before !== null) {
    query = query.where("w.id", "<", before);
  }
  return query.orderBy("w.id", "desc").limit(limit).execute();
}

export async function countWins(db: Db, station: string): Promise<number> {
  const { count } = await db
    .selectFrom("prize_win")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("station_id", "=", station)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findWin(db: Db, id: string, { lock = false } = {}): Promise<WinRow | null> {
  const query = winQuery(db).where("w.id", "=", id);
  return (await (lock ? query.forUpdate("w") : query).executeTakeFirst()) ?? null;
}

export interface NewWin {
  id: string;
  station: string;
  call: string;
  caller: string | null;
  number: string;
  name: string | null;
  address: string | null;
  addressKey: string | null;
  prize: { id: string; name: string; valueCents: number };
  wonAt: Date;
  wonOn: string;
  by: string;
  exception: string | null;
}

/** Links the win to the call's entry in the contest log, if there is one. */
export async function insertWin(trx: Trx, win: NewWin): Promise<void> {
  await trx
    .insertInto("prize_win")
    .values((eb) => ({
      id: win.id,
      station_id: win.station,
      call_id: win.call,
      prize_id: win.prize.id,
      prize_name: win.prize.name,
      value_cents: win.prize.valueCents,
      caller_id: win.caller,
      number: win.number,
      name: win.name,
      address: win.address,
      address_key: win.addressKey,
      won_at: win.wonAt,
      won_on: win.wonOn,
      recorded_by: win.by,
      exception: win.exception,
      contest_entry_id: eb
        .selectFrom("contest_entry")
        .select("contest_entry.id")
        .where("contest_entry.call_id", "=", win.call),
      status_by: win.by,
      status_at: win.wonAt,
    }))
    .execute();
}

export async function saveWinStatus(
  trx: Trx,
  id: string,
  { status, by, at, withdrawn = null }: NewStatus,
): Promise<void> {
  await trx
    .updateTable("prize_win")
    .set({
      status,
      status_by: by,
      status_at: at,
      withdrawn_reason: withdrawn,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .execute();
}

interface NewStatus {
  status: WinStatus;
  by: string;
  at: Date;
  withdrawn?: string | null;
}

/** Finds wins not collected within their station's term, oldest first. */
export async function findUncollected(db: Db, { today, limit }: { today: string; limit: number }) {
  const { rows } = await sql<{ id: string; station: string }>`
    select w.id, w.station_id as station
    from prize_rule as r join prize_win as w on w.station_id = r.station_id
    where w.status = 'to_collect' and w.won_on + r.collect_days < ${today}::date
    order by w.won_on, w.id limit ${limit}`.execute(db);
  return rows;
}
