import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

/** More than are ever lost at once; the rest is found a second later. */
const LIMIT = 500;

/** Legs with live calls of people who may not be at the call's station any more. */
export async function findLegsOfLost(db: Db): Promise<{ sid: string; call: string }[]> {
  return db
    .selectFrom("call_leg as l")
    .innerJoin("call as c", (join) =>
      join.onRef("c.id", "=", "l.call_id").on("c.ended_at", "is", null),
    )
    .select(["l.sid", "l.call_id as call"])
    .where("l.kind", "=", "operator")
    .where("l.left_at", "is", null)
    .where("l.user_id", "is not", null)
    .where(isLost(sql`l.user_id`))
    .limit(LIMIT)
    .execute();
}

/** Calls that such people hold without a leg. */
export async function findHeldByLost(db: Db): Promise<{ call: string; holder: string }[]> {
  const holder = sql<string>`c.desk->'holder'->>'user'`;
  return db
    .selectFrom("call as c")
    .select(["c.id as call", holder.as("holder")])
    .where("c.ended_at", "is", null)
    .where(sql<boolean>`c.desk->>'status' = 'held' and c.desk->>'unattended' = 'false'`)
    .where(sql<boolean>`c.desk->>'leg' is null and ${holder} is not null`)
    .where(isLost(sql`(${holder})::uuid`))
    .limit(LIMIT)
    .execute();
}

/** Disabled, or without a role at the station of the call `c`. */
function isLost(user: ReturnType<typeof sql>) {
  return sql<boolean>`not exists (
    select 1 from membership m join "user" u on u.id = m.user_id
    where m.user_id = ${user} and m.station_id = c.station_id and u.disabled_at is null)`;
}
