import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

/** Calls on hold that count as attended although no leg of their holder is with them. */
export async function findHeldWithoutLeg(db: Db): Promise<{ call: string; holder: string }[]> {
  return db
    .selectFrom("call")
    .select(["id as call", sql<string>`desk->'holder'->>'user'`.as("holder")])
    .where("ended_at", "is", null)
    .where(sql<boolean>`desk->>'status' = 'held' and desk->>'unattended' = 'false'`)
    .where(sql<boolean>`desk->>'leg' is null and desk->'holder'->>'user' is not null`)
    .limit(500)
    .execute();
}

export async function usersWithLegs(
  db: Db,
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("call_leg as l")
    // The end of a leg whose call is over may have been missed.
    .innerJoin("call as c", (join) =>
      join.onRef("c.id", "=", "l.call_id").on("c.ended_at", "is", null),
    )
    .select("l.user_id")
    .distinct()
    .where("l.user_id", "in", users)
    .where("l.left_at", "is", null)
    .execute();
  return new Set(rows.flatMap(({ user_id: user }) => (user === null ? [] : [user])));
}
