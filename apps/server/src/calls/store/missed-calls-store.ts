import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";
import { recordQuery, toCallRecord } from "./call-record-store.ts";
import { type CallRecord, decodeArrivalTime } from "./call-record.ts";

export async function endedCalls(
  db: Db,
  station: string,
  ids: readonly string[],
): Promise<CallRecord[]> {
  if (ids.length === 0) {
    return [];
  }
  const rows = await recordQuery(db)
    .where("c.id", "in", ids)
    // The arrival time within an id selects the partition.
    .where("c.arrived_at", "in", [...new Set(ids.map((id) => decodeArrivalTime(id)))])
    .where("c.station_id", "=", station)
    .where("c.ended_at", "is not", null)
    .orderBy("c.arrived_at")
    .execute();
  return rows.map(toCallRecord);
}

/** These calls were refused before the queue, so they did not ring at any desk. */
const NO_PHONE_RANG = ["blocked", "line_closed", "forwarded"] as const;

export async function countMissedCalls(
  db: Db,
  { station, since, known }: { station: string; since: Date; known: readonly string[] },
): Promise<number> {
  const { count } = await db
    .selectFrom("call")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("station_id", "=", station)
    .where("arrived_at", ">=", since)
    .where("direction", "=", "inbound")
    .where("ended_at", "is not", null)
    .where(sql<boolean>`coalesce(reason, '') <> all(${sql.val([...NO_PHONE_RANG])})`)
    .$if(known.length > 0, (query) => query.where("id", "not in", known))
    .executeTakeFirstOrThrow();
  return count;
}
