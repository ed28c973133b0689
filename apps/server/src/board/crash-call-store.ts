import type { Db } from "../platform/db/database.ts";

export interface CrashCall {
  callSid: string | null;
  number: string | null;
  station: string;
}

/** Returns the calls with these sids, of all stations. */
export async function findCrashCalls(db: Db, sids: readonly string[]): Promise<CrashCall[]> {
  if (sids.length === 0) {
    return [];
  }
  return db
    .selectFrom("call")
    .select(["call_sid as callSid", "number", "station_id as station"])
    .where("call_sid", "in", sids)
    .execute();
}
