import type { BoardCheck } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { found } from "./check-part.ts";

const IN_CRASHES = /^linedesk_exchange_call_in_crashes\{call="(CA[0-9a-f]{32})"\} 1$/gm;
/** At most one call a crash loop is in the metrics. */
const LIMIT = 10;

/** Returns the sids of the calls that the exchange ended because they were in work at its crashes. */
export function listCrashCalls(metrics: string | null): string[] {
  const all = [...(metrics ?? "").matchAll(IN_CRASHES)].flatMap(([, sid]) => sid ?? []);
  return all.slice(0, LIMIT);
}

/** A call is named by its number at its own station only; a call of no station by its sid. */
export async function checkCrashCalls(
  db: Db,
  station: string,
  sids: readonly string[],
): Promise<BoardCheck[]> {
  if (sids.length === 0) {
    return [];
  }
  const rows = await db
    .selectFrom("call")
    .select(["call_sid", "number", "station_id"])
    .where("call_sid", "in", sids)
    .execute();
  const bySid = new Map(rows.map((row) => [row.call_sid, row]));
  return sids
    .filter((sid) => (bySid.get(sid)?.station_id ?? station) === station)
    .map((sid) => found("call", bySid.get(sid)?.number ?? sid, ["look", "in_crashes"]));
}
