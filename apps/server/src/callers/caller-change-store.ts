import * as z from "zod";

import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

const carried = z.object({
  flag: z.string(),
  reason: z.string(),
  until: z.coerce.date().nullable(),
});
export type CarriedFlag = z.output<typeof carried>;

const fields = z.object({
  name: z.string().nullable(),
  location: z.string().nullable(),
  note: z.string(),
});

const storedJson = z.object({
  numbers: z.array(z.string()),
  /** The numbers that the caller did not have before the merge. */
  added: z.array(z.string()),
  flags: z.array(z.string()),
  joined: z.array(z.object({ before: carried, after: carried })).default([]),
  lastCallAt: z.coerce.date().nullish(),
  before: fields,
  after: fields,
  calls: z.number(),
  live: z.array(z.string()),
  absorbed: z.array(z.string()),
});
export type StoredDetails = z.output<typeof storedJson>;

export interface CallerRow extends z.output<typeof fields> {
  id: string;
  station: string;
  endedCalls: number;
  lastCallAt: Date | null;
  changedBy: string | null;
  mergedInto: string | null;
}

export async function findCallerRow(
  db: Db,
  { station, caller, lock = false }: { station: string; caller: string; lock?: boolean },
): Promise<CallerRow | null> {
  const query = db
    .selectFrom("caller")
    .select(["id", "station_id as station", "name", "location", "note"])
    .select(["ended_calls as endedCalls", "last_call_at as lastCallAt"])
    .select(["changed_by as changedBy", "merged_into as mergedInto"])
    .where("id", "=", caller)
    .where("station_id", "=", station);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** Returns the caller and all callers merged into it. Their calls are this caller's. */
export async function listMergedIds(db: Db, caller: string): Promise<string[]> {
  const rows = await db
    .selectFrom("caller")
    .select("id")
    .where("merged_into", "=", caller)
    .limit(500)
    .execute();
  return [caller, ...rows.map(({ id }) => id)];
}

export async function setMergedInto(trx: Trx, callers: readonly string[], into: string | null) {
  if (callers.length > 0) {
    await trx.updateTable("caller").set({ merged_into: into }).where("id", "in", callers).execute();
  }
}

/**
 * The numbers are in the order of entry. A sorted list would reveal a masked number between known
 * ones.
 */
export async function listNumbers(db: Db, caller: string): Promise<string[]> {
  const rows = await db
    .selectFrom("caller_number")
    .select("number")
    .where("caller_id", "=", caller)
    .orderBy("position")
    .execute();
  return rows.map(({ number }) => number);
}

export async function insertNumbers(
  trx: Trx,
  { station, caller, numbers }: { station: string; caller: string; numbers: readonly string[] },
): Promise<void> {
  if (numbers.length > 0) {
    await trx
      .insertInto("caller_number")
      .values(numbers.map((number) => ({ station_id: station, number, caller_id: caller })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function deleteNumbers(trx: Trx, caller: string, numbers: readonly string[]) {
  if (numbers.length > 0) {
    await trx
      .deleteFrom("caller_number")
      .where("caller_id", "=", caller)
      .where("number", "in", numbers)
      .execute();
  }
}

export function listCarriedFlags(db: Db, caller: string): Promise<CarriedFlag[]> {
  return db
    .selectFrom("caller_flag")
    .select(["flag_id as flag", "reason", "until"])
    .where("caller_id", "=", caller)
    .orderBy("flag_id")
    .execute();
}

export async function deleteFlags(trx: Trx, caller: string, flags: readonly string[]) {
  if (flags.length > 0) {
    await trx
      .deleteFrom("caller_flag")
      .where("caller_id", "=", caller)
      .where("flag_id", "in", flags)
      .execute();
  }
}

export async function writeCallerRow(trx: Trx, row: CallerRow): Promise<void> {
  const { id, name, location, note } = row;
  await trx
    .updateTable("caller")
    .set({ name, location, note, ended_calls: Math.max(0, row.endedCalls) })
    .set({ last_call_at: row.lastCallAt, changed_by: row.changedBy })
    .where("id", "=", id)
    .execute();
}

export interface CallerChangeRow {
  id: string;
  kind: "merge" | "split";
  caller: string;
  other: string;
  by: string;
  at: Date;
  stored: StoredDetails;
}

export async function insertChange(
  trx: Trx,
  change: Omit<CallerChangeRow, "id"> & { station: string },
): Promise<string> {
  const id = uuidV7();
  const { station, kind, caller, other, by, at, stored } = change;
  await trx
    .insertInto("caller_change")
    .values({
      id,
      kind,
      at,
      station_id: station,
      caller_id: caller,
      other_id: other,
      by_name: by,
      stored: JSON.stringify(stored),
    })
    .execute();
  return id;
}

export async function findChanges(
  db: Db,
  caller: string,
): Promise<(CallerChangeRow & { otherName: string | null })[]> {
  const rows = await db
    .selectFrom("caller_change as h")
    .innerJoin("caller as o", "o.id", "h.other_id")
    .select(["h.id", "h.kind", "h.caller_id as caller", "h.other_id as other"])
    .select(["h.by_name as by", "h.at", "h.stored", "o.name as otherName"])
    .where("h.caller_id", "=", caller)
    .where("h.undone_at", "is", null)
    .orderBy("h.id", "desc")
    .limit(20)
    .execute();
  return rows.map((row) => ({ ...row, stored: storedJson.parse(row.stored) }));
}

export async function markUndone(trx: Trx, change: string, at: Date): Promise<void> {
  await trx.updateTable("caller_change").set({ undone_at: at }).where("id", "=", change).execute();
}
