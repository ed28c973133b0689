import { numbersFrom, type NumbersFrom } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

/** Returns the lowest role that sees callers' full numbers; `null` if everybody sees them. */
export async function findNumbersFrom(db: Db, station: string): Promise<NumbersFrom> {
  const row = await db
    .selectFrom("station")
    .select("numbers_from")
    .where("id", "=", station)
    .executeTakeFirst();
  return numbersFrom.parse(row?.numbers_from ?? null);
}

export async function updateNumbersFrom(trx: Trx, station: string, from: NumbersFrom) {
  await trx.updateTable("station").set({ numbers_from: from }).where("id", "=", station).execute();
}

export async function countShown(
  db: Db,
  { station, user, since }: { station: string; user: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("station_id", "=", station)
    .where("user_id", "=", user)
    .where("action", "=", "number.shown")
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
