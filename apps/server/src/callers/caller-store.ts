import { sql, type RawBuilder } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface Caller {
  id: string;
  name: string | null;
  location: string | null;
  blocked: boolean;
  /** Is true for a caller who is blocked, or who has a flag that bans or blocks. */
  banned: boolean;
  endedCalls: number;
  lastCallAt: Date | null;
}

/**
 * Returns the caller of the station who has this number; `null` if nobody has it. If several
 * callers share the number, returns the one whose last call is the newest.
 */
export async function findCallerByNumber(db: Db, station: string, number: string) {
  const row = await callersWithNumber(db, station, number)
    .orderBy(sql`c.last_call_at desc nulls last`)
    .orderBy("c.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toCaller(row);
}

export async function findSharingCaller(
  db: Db,
  { id, station, number }: { id: string; station: string; number: string },
): Promise<Caller | null> {
  const row = await callersWithNumber(db, station, number)
    .where("c.id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : toCaller(row);
}

function carriesFlagThat(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from caller_flag as cf join flag as f on f.id = cf.flag_id
    where cf.caller_id = c.id and (${condition}) and not f.retired
      and (cf.until is null or cf.until > now()))`;
}

const carriesBlock = carriesFlagThat(sql`f.effect = 'block'`);
const carriesBan = carriesFlagThat(sql`f.kind = 'banned' or f.effect = 'block'`);

function callersWithNumber(db: Db, station: string, number: string) {
  return db
    .selectFrom("caller_number as n")
    .innerJoin("caller as c", "c.id", "n.caller_id")
    .select(["c.id", "c.name", "c.location", "c.ended_calls", "c.last_call_at"])
    .select(sql<boolean>`(c.blocked or ${carriesBlock})`.as("blocked"))
    .select(sql<boolean>`(c.blocked or ${carriesBan})`.as("banned"))
    .where("n.station_id", "=", station)
    .where("n.number", "=", number);
}

type CallerRow = Omit<Caller, "endedCalls" | "lastCallAt"> & {
  ended_calls: number;
  last_call_at: Date | null;
};

function toCaller({ ended_calls: endedCalls, last_call_at: lastCallAt, ...known }: CallerRow) {
  return { ...known, endedCalls, lastCallAt };
}

export async function insertCaller(trx: Trx, station: string): Promise<string> {
  const id = uuidV7();
  await trx.insertInto("caller").values({ id, station_id: station, name: null }).execute();
  return id;
}

/**
 * Locks the number until the transaction ends, so that no other transaction creates a caller for
 * it.
 */
export async function lockNumber(trx: Trx, station: string, number: string): Promise<void> {
  const key = `linedesk.number.${station}.${number}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export async function findCallersByNumber(db: Db, station: string, number: string) {
  const rows = await db
    .selectFrom("caller_number")
    .select("caller_id")
    .where("station_id", "=", station)
    .where("number", "=", number)
    .limit(100)
    .execute();
  return rows.map((row) => row.caller_id);
}

export function listSharers(
  db: Db,
  { station, caller, numbers }: { station: string; caller: string; numbers: readonly string[] },
): Promise<{ id: string; name: string | null; number: string }[]> {
  if (numbers.length === 0) {
    return Promise.resolve([]);
  }
  return db
    .selectFrom("caller_number as n")
    .innerJoin("caller as c", "c.id", "n.caller_id")
    .select(["c.id", "c.name", "n.number"])
    .where("n.station_id", "=", station)
    .where("n.number", "in", numbers)
    .where("n.caller_id", "<>", caller)
    .orderBy(sql`c.last_call_at desc nulls last`)
    .orderBy("c.id")
    .limit(20)
    .execute();
}

export async function insertCallerOfNumber(
  trx: Trx,
  { station, number, name }: { station: string; number: string; name: string | null },
): Promise<string> {
  const id = uuidV7();
  await trx
    .with("made", (db) => db.insertInto("caller").values({ id, station_id: station, name }))
    .insertInto("caller_number")
    .values({ station_id: station, number, caller_id: id })
    .execute();
  return id;
}

export async function insertCallerNumber(
  trx: Trx,
  { station, number, caller }: { station: string; number: string; caller: string },
): Promise<void> {
  await trx
    .insertInto("caller_number")
    .values({ station_id: station, number, caller_id: caller })
    .execute();
}

/** Sets the caller's details. An empty text clears a field. */
export async function updateCaller(
  trx: Trx,
  id: string,
  known: { name?: string; location?: string; note?: string; by?: string },
): Promise<void> {
  if (known.name === undefined && known.location === undefined && known.note === undefined) {
    return;
  }
  await trx
    .updateTable("caller")
    .set({
      ...(known.note === undefined ? {} : { note: known.note }),
      ...(known.by === undefined ? {} : { changed_by: known.by }),
      ...(known.name === undefined ? {} : { name: known.name === "" ? null : known.name }),
      ...(known.location === undefined
        ? {}
        : { location: known.location === "" ? null : known.location }),
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Counts the call for its caller. If this caller was merged into another caller, perhaps while the
 * call rang, counts the call for the other caller.
 */
export async function countEndedCall(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("caller")
    .set((eb) => ({
      ended_calls: eb("ended_calls", "+", eb.lit(1)),
      last_call_at: sql<Date>`greatest(last_call_at, ${at})`,
    }))
    .where("id", "=", sql<string>`(select coalesce(merged_into, id) from caller where id = ${id})`)
    .execute();
}

/** When a flag is set again without a reason or an end, the earlier reason or end stays. */
export async function writeCallerFlag(
  trx: Trx,
  change: {
    caller: string;
    flag: string;
    carried: boolean;
    reason: string | undefined;
    until?: Date | null | undefined;
  },
): Promise<void> {
  const { caller, flag, carried, reason, until } = change;
  if (!carried) {
    await trx
      .deleteFrom("caller_flag")
      .where("caller_id", "=", caller)
      .where("flag_id", "=", flag)
      .execute();
    return;
  }
  await trx
    .insertInto("caller_flag")
    .values({ caller_id: caller, flag_id: flag, reason: reason ?? "", until: until ?? null })
    .onConflict((conflict) => {
      const known = conflict.columns(["caller_id", "flag_id"]);
      const changed = {
        ...(reason === undefined ? {} : { reason }),
        ...(until === undefined ? {} : { until }),
      };
      return Object.keys(changed).length === 0 ? known.doNothing() : known.doUpdateSet(changed);
    })
    .execute();
}

export async function findLapsedFlags(db: Db, now: Date) {
  return db
    .selectFrom("caller_flag as f")
    .innerJoin("caller as c", "c.id", "f.caller_id")
    .select(["f.caller_id as caller", "f.flag_id as flag", "c.station_id as station"])
    .where("f.until", "<=", now)
    .orderBy("f.until")
    .limit(200)
    .execute();
}

export async function deleteLapsedFlag(
  trx: Trx,
  { caller, flag, now }: { caller: string; flag: string; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("caller_flag")
    .where("caller_id", "=", caller)
    .where("flag_id", "=", flag)
    .where("until", "<=", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
