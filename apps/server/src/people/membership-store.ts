import * as z from "zod";

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

const rows = z.array(z.object({ station_id: z.string(), role }));

/** Every station of which the person is a member, with his role, by station id. */
export async function findRoles(db: Db, userId: string): Promise<Map<string, Role>> {
  const found = await db
    .selectFrom("membership")
    .select(["station_id", "role"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.parse(found).map((row) => [row.station_id, row.role]));
}
