import type { Trx } from "../platform/db/database.ts";
import { lockCall } from "./change-call.ts";
import type { CallRecord } from "./store/call-record.ts";
import { findCall, liveCallsOfCaller } from "./store/call-store.ts";

/**
 * The call and the other live ones of its caller, locked in one order, lest two edits of the same
 * caller block each other.
 */
export async function lockCallsOfCaller(trx: Trx, id: string): Promise<CallRecord[]> {
  const call = await findCall(trx, id);
  const caller = call?.caller ?? null;
  const others = caller === null ? [] : await liveCallsOfCaller(trx, caller.id);
  const locked: CallRecord[] = [];
  for (const one of [...new Set([id, ...others])].toSorted()) {
    locked.push(await lockCall(trx, one));
  }
  return locked;
}
