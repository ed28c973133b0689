import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

export interface BeatingLeg {
  call: string;
  leg: string;
}

/** One round finds at most this many softphones. The next round finds the others. */
const LIMIT = 200;

/**
 * Finds bridged callers whose operator's softphone sent heartbeats during the call and has stopped
 * sending them.
 */
export async function findSilentSoftphones(db: Db, before: Date): Promise<BeatingLeg[]> {
  return beatingLegs(db)
    .where(sql<boolean>`c.desk->>'status' in ('screening', 'on_air')`)
    .having((eb) =>
      eb.and([
        eb(eb.fn.max("s.beat_at"), "<", before),
        eb(eb.fn.max("s.beat_at"), ">", eb.ref("l.joined_at")),
      ]),
    )
    .execute();
}

/** Finds callers on hold whose silent softphone sends heartbeats again. */
export async function findReturnedSoftphones(db: Db, since: Date): Promise<BeatingLeg[]> {
  return beatingLegs(db)
    .where(sql<boolean>`c.desk->>'status' = 'held' and c.desk->>'silentLeg' = l.sid`)
    .having((eb) => eb(eb.fn.max("s.beat_at"), ">=", since))
    .execute();
}

/**
 * Excludes audio servers, which send no heartbeats, and conferences, whose members still hear one
 * another.
 */
function beatingLegs(db: Db) {
  return db
    .selectFrom("call as c")
    .innerJoin("call_leg as l", (join) =>
      join.onRef("l.call_id", "=", "c.id").on(sql<boolean>`l.sid = c.desk->'leg'->>'sid'`),
    )
    .innerJoin("seat as s", "s.user_id", "l.user_id")
    .where("c.ended_at", "is", null)
    .where("l.left_at", "is", null)
    .where("l.joined_at", "is not", null)
    .where("l.audio_server_id", "is", null)
    .where("l.conference_id", "is", null)
    .select(["c.id as call", "l.sid as leg"])
    .groupBy(["c.id", "l.sid", "l.joined_at"])
    .limit(LIMIT);
}
