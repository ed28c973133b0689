import type { BoardCheck } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { found } from "./check-part.ts";
import { findCrashCalls } from "./crash-call-store.ts";

const IN_CRASHES = /^linedesk_exchange_call_in_crashes\{call="(CA[0-9a-f]{32})"\} 1$/gm;
/** Each crash loop adds at most one call to the metrics. */
const LIMIT = 10;

/**
 * Returns the sids of the calls that the exchange was processing at its crashes, and ended after
 * them.
 */
export function listCrashCalls(metrics: string | null): string[] {
  const all = [...(metrics ?? "").matchAll(IN_CRASHES)].flatMap(([, sid]) => sid ?? []);
  return all.slice(0, LIMIT);
}

/**
 * Shows a call by its number, and only to its own station. A call that belongs to no station is
 * shown to every station by its sid.
 */
export async function checkCrashCalls(
  db: Db,
  station: string,
  sids: readonly string[],
): Promise<BoardCheck[]> {
  const bySid = new Map((await findCrashCalls(db, sids)).map((call) => [call.callSid, call]));
  return sids
    .filter((sid) => (bySid.get(sid)?.station ?? station) === station)
    .map((sid) => found("call", bySid.get(sid)?.number ?? sid, ["look", "in_crashes"]));
}
