import type { Db } from "../platform/db/database.ts";

export async function findShownNumber(
  db: Db,
  station: string,
): Promise<{ number: string; name: string } | null> {
  const row = await db
    .selectFrom("caller_id")
    .select(["number", "name"])
    .where("station_id", "=", station)
    .where("in_use", "=", true)
    .where("state", "=", "verified")
    .executeTakeFirst();
  return row ?? null;
}
