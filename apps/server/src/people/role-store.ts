import { role, type Role } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

/** The person's role at the station; null when he is no member. */
export async function findRole(db: Db, userId: string, stationId: string): Promise<Role | null> {
  const row = await db
    .selectFrom("membership")
    .select("role")
    .where("user_id", "=", userId)
    .where("station_id", "=", stationId)
    .executeTakeFirst();
  return row === undefined ? null : role.parse(row.role);
}
