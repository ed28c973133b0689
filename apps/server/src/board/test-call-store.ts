import type { Db } from "../platform/db/database.ts";

const HOUR_MS = 3_600_000;

export async function countTestCalls(db: Db, station: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("station_id", "=", station)
    .where("action", "=", "telephony.tested")
    .where("at", ">", new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return Number(count);
}
