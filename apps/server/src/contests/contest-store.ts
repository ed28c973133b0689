import { sql, type Selectable } from "kysely";

import type { Contest } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import type { ContestEntryTable } from "../platform/db/tables/contest-tables.ts";

export interface ContestRecord {
  id: string;
  line: string;
  lineName: string;
  callerCount: number;
  counted: number;
  earlyText: string;
  lateText: string;
  startedAt: Date;
  startedBy: string;
  /** The user who started the contest; `null` for contests from before this field existed. */
  starter: string | null;
  endedAt: Date | null;
}

export type ContestEntryRecord = Selectable<ContestEntryTable>;

function contestQuery(db: Db) {
  return db
    .selectFrom("contest as k")
    .innerJoin("phone_line as l", "l.id", "k.phone_line_id")
    .select([
      "k.id",
      "k.phone_line_id as line",
      "l.name as lineName",
      "k.caller_count as callerCount",
      "k.counted",
      "k.early_text as earlyText",
      "k.late_text as lateText",
      "k.started_at as startedAt",
      "k.started_by as startedBy",
      "k.started_by_id as starter",
      "k.ended_at as endedAt",
    ]);
}

export async function findRunningContest(db: Db, station: string): Promise<ContestRecord | null> {
  const row = await contestQuery(db)
    .where("k.station_id", "=", station)
    .where("k.ended_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the running contest, and locks starts, counts and ends at the station until the
 * transaction ends. The row itself is not locked: a reader that waits for the row of a contest that
 * a reset ends would see neither that contest nor its successor.
 */
export async function lockRunningContest(trx: Trx, station: string): Promise<ContestRecord | null> {
  const key = `linedesk.contest.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  return findRunningContest(trx, station);
}

export async function findLastContest(db: Db, station: string): Promise<ContestRecord | null> {
  const row = await contestQuery(db)
    .where("k.station_id", "=", station)
    .orderBy("k.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findContest(db: Db, { station, id }: { station: string; id: string }) {
  const row = await contestQuery(db)
    .where("k.station_id", "=", station)
    .where("k.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function findContests(
  db: Db,
  { station, before, limit }: { station: string; before: string | null; limit: number },
): Promise<ContestRecord[]> {
  const query = contestQuery(db).where("k.station_id", "=", station);
  return (before === null ? query : query.where("k.id", "<", before))
    .orderBy("k.id", "desc")
    .limit(limit)
    .execute();
}

export async function insertContest(
  trx: Trx,
  station: string,
  contest: Omit<ContestRecord, "lineName" | "counted" | "endedAt">,
): Promise<void> {
  await trx
    .insertInto("contest")
    .values({
      id: contest.id,
      station_id: station,
      phone_line_id: contest.line,
      caller_count: contest.callerCount,
      early_text: contest.earlyText,
      late_text: contest.lateText,
      started_at: contest.startedAt,
      started_by: contest.startedBy,
      started_by_id: contest.starter,
    })
    .execute();
}

export async function markContestEnded(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable("contest").set({ ended_at: at }).where("id", "=", id).execute();
}

export async function saveCounted(trx: Trx, id: string, counted: number): Promise<void> {
  await trx.updateTable("contest").set({ counted }).where("id", "=", id).execute();
}

export async function insertEntry(trx: Trx, entry: Omit<ContestEntryRecord, "seq">): Promise<void> {
  await trx.insertInto("contest_entry").values(entry).execute();
}

export async function isNumberCounted(db: Db, contest: string, number: string): Promise<boolean> {
  const row = await db
    .selectFrom("contest_entry")
    .select("id")
    .where("contest_id", "=", contest)
    .where("number", "=", number)
    .where("ordinal", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countEntries(db: Db, contest: string): Promise<number> {
  const { count } = await db
    .selectFrom("contest_entry")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("contest_id", "=", contest)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listEntries(
  db: Db,
  { contest, before, limit }: { contest: string; before: number | null; limit: number },
): Promise<ContestEntryRecord[]> {
  const query = db.selectFrom("contest_entry").selectAll().where("contest_id", "=", contest);
  return (before === null ? query : query.where("seq", "<", before))
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

export async function findEntryTexts(db: Db, call: string) {
  const row = await db
    .selectFrom("contest_entry as e")
    .innerJoin("contest as k", "k.id", "e.contest_id")
    .selectAll("e")
    .select(["k.early_text as earlyText", "k.late_text as lateText"])
    .where("e.call_id", "=", call)
    .executeTakeFirst();
  return row ?? null;
}

export function presentContest(record: ContestRecord): Contest {
  const { line, lineName, startedAt, endedAt: _, ...shown } = record;
  return { ...shown, phoneLine: { id: line, name: lineName }, startedAt: startedAt.toISOString() };
}
