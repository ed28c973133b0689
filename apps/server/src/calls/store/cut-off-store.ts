import { sql } from "kysely";

import type { CallDirection, CutOffWas, DeviceLine } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";
import { decodeArrivalTime } from "./call-record.ts";

export interface CutOffRecord {
  call: string;
  at: Date;
  was: CutOffWas;
  since: Date;
  holder: { user: string; name: string; line: DeviceLine } | null;
  again: AgainCall | null;
  released: boolean;
}

export interface AgainCall {
  call: string;
  direction: CallDirection;
  answered: boolean;
  ended: boolean;
}

/**
 * Lets changes of a station's list of cut-off callers run one after the other. A transaction locks
 * the rows of calls before this lock.
 */
export async function lockCutOffs(trx: Trx, station: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cut-offs:${station}`}, 0))`.execute(
    trx,
  );
}

type NewCutOff = Omit<CutOffRecord, "again" | "released"> & { station: string };

export async function insertCutOff(trx: Trx, cutOff: NewCutOff): Promise<void> {
  const { call, station, at, was, since, holder } = cutOff;
  await trx
    .insertInto("cut_off")
    .values({
      call_id: call,
      station_id: station,
      at,
      was,
      since,
      user_id: holder?.user ?? null,
      user_name: holder?.name ?? null,
      line: holder?.line ?? null,
    })
    .onConflict((conflict) => conflict.column("call_id").doNothing())
    .execute();
}

function selectOpen(db: Db, station: string) {
  return db
    .selectFrom("cut_off")
    .where("station_id", "=", station)
    .where("again_call_id", "is", null)
    .where("released_at", "is", null);
}

/** Returns the calls of the callers whom nobody has called back or removed from the list. */
export async function findOpenCutOffs(db: Db, station: string): Promise<string[]> {
  const rows = await selectOpen(db, station).select("call_id").execute();
  return rows.map(({ call_id }) => call_id);
}

export async function countOpenCutOffs(db: Db, station: string): Promise<number> {
  const { count } = await selectOpen(db, station)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns those of the calls that came from this number. */
export async function findCallsOfNumber(db: Db, ids: readonly string[], number: string) {
  if (ids.length === 0) {
    return [];
  }
  const rows = await db
    .selectFrom("call")
    .select("id")
    .where("id", "in", ids)
    .where("arrived_at", "in", listArrivals(ids))
    .where(sql<string>`coalesce(number, given_number)`, "=", number)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the times of arrival, which select the partitions. */
function listArrivals(ids: readonly string[]): Date[] {
  return [...new Set(ids.map((id) => decodeArrivalTime(id)))];
}

export async function setAgain(trx: Trx, ids: readonly string[], again: string): Promise<void> {
  if (ids.length > 0) {
    await trx
      .updateTable("cut_off")
      .set({ again_call_id: again })
      .where("call_id", "in", ids)
      .execute();
  }
}

/**
 * Reopens the row of the cut-off caller to whom this later call belongs. Returns false when there
 * is no such row.
 */
export async function clearAgain(trx: Trx, again: string): Promise<boolean> {
  const cleared = await trx
    .updateTable("cut_off")
    .set({ again_call_id: null })
    .where("again_call_id", "=", again)
    .returning("call_id")
    .execute();
  return cleared.length > 0;
}

export async function setReleased(
  trx: Trx,
  { station, ids, at }: { station: string; ids: readonly string[]; at: Date | null },
): Promise<void> {
  await trx
    .updateTable("cut_off")
    .set({ released_at: at })
    .where("station_id", "=", station)
    .where("call_id", "in", ids)
    .execute();
}

/** Callers who were cut off this much earlier belong to an earlier failure. */
const SAME_FAILURE = sql`interval '2 minutes'`;

/**
 * Returns the callers of each failure that still has an open row, and callers whose later call is
 * live. A closed row of an earlier failure is not listed.
 */
export async function listCutOffRecords(db: Db, station: string): Promise<CutOffRecord[]> {
  const open = selectOpen(db, station).select(sql<Date>`min(at) - ${SAME_FAILURE}`.as("from"));
  const rows = await db
    .selectFrom("cut_off as o")
    .leftJoin("call as c", "c.id", "o.again_call_id")
    .selectAll("o")
    .select(["c.direction", "c.answered_at", "c.ended_at"])
    .where("o.station_id", "=", station)
    .where((eb) =>
      eb.or([
        eb("o.at", ">=", open),
        eb.and([eb("o.again_call_id", "is not", null), eb("c.ended_at", "is", null)]),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    call: row.call_id,
    at: row.at,
    was: row.was,
    since: row.since,
    holder:
      row.user_id === null || row.line === null
        ? null
        : { user: row.user_id, name: row.user_name ?? "", line: row.line },
    again:
      row.again_call_id === null || row.direction === null
        ? null
        : {
            call: row.again_call_id,
            direction: row.direction,
            answered: row.answered_at !== null,
            ended: row.ended_at !== null,
          },
    released: row.released_at !== null,
  }));
}

export async function pruneCutOffs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("cut_off").where("at", "<", before).execute();
}
