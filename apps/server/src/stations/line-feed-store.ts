import type { DeviceLine } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

/** What the station has set for this device line of its operators; null when it has set nothing. */
export async function findLineFeed(
  db: Db,
  station: string,
  line: DeviceLine,
): Promise<boolean | null> {
  const row = await db
    .selectFrom("station_line_feed")
    .select("feeds_air")
    .where("station_id", "=", station)
    .where("line", "=", line)
    .executeTakeFirst();
  return row?.feeds_air ?? null;
}
