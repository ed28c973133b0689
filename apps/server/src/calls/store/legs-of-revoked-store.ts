import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

/** Fewer legs than this are lost at the same time. Further legs are found a second later. */
const LIMIT = 500;

/**
 * Finds legs with live calls, or in live conferences, that belong to people without access to their
 * station or to revoked audio servers. A conference continues after the call of a leg has ended.
 */
export async function findLegsOfRevoked(
  db: Db,
): Promise<{ sid: string; call: string; service: string }[]> {
  const withCalls = openLegs(db)
    .innerJoin("call as c", (join) =>
      join.onRef("c.id", "=", "l.call_id").on("c.ended_at", "is", null),
    )
    .where((eb) => eb.or([isLost(sql`l.user_id`, sql`c.station_id`), isOfRevokedServer()]));
  const inConferences = openLegs(db)
    .innerJoin("conference as k", (join) =>
      join.onRef("k.id", "=", "l.conference_id").on("k.ended_at", "is", null),
    )
    .where((eb) => eb.or([isLost(sql`l.user_id`, sql`k.station_id`), isOfRevokedServer()]));
  return withCalls.union(inConferences).limit(LIMIT).execute();
}

function openLegs(db: Db) {
  return db
    .selectFrom("call_leg as l")
    .select(["l.sid", "l.call_id as call", "l.service"])
    .where("l.kind", "=", "operator")
    .where("l.left_at", "is", null)
    .where("l.user_id", "is not", null);
}

export async function findHeldByRevoked(db: Db): Promise<{ call: string; holder: string }[]> {
  const holder = sql<string>`c.desk->'holder'->>'user'`;
  return db
    .selectFrom("call as c")
    .select(["c.id as call", holder.as("holder")])
    .where("c.ended_at", "is", null)
    .where(sql<boolean>`c.desk->>'status' = 'held' and c.desk->>'unattended' = 'false'`)
    .where(sql<boolean>`c.desk->>'leg' is null and ${holder} is not null`)
    .where(isLost(sql`(${holder})::uuid`, sql`c.station_id`))
    .limit(LIMIT)
    .execute();
}

function isLost(user: ReturnType<typeof sql>, station: ReturnType<typeof sql>) {
  return sql<boolean>`not exists (
    select 1 from membership m join "user" u on u.id = m.user_id
    where m.user_id = ${user} and m.station_id = ${station} and u.disabled_at is null)`;
}

/**
 * A leg counts as revoked if its audio server was revoked, or was paired again after the leg began.
 */
function isOfRevokedServer() {
  return sql<boolean>`exists (
    select 1 from audio_server a where a.id = l.audio_server_id
      and (a.key_hash is null or a.paired_at > l.created_at))`;
}

/** Finds calls on hold that count as attended, although the holder has no leg in the room. */
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
    // A leg of an ended call does not count, because the server may have missed the end of the leg.
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
