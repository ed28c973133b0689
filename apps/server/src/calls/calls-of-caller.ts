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
  return lockAll(trx, [id, ...others]);
}

export async function lockLiveCallsOf(trx: Trx, caller: string): Promise<CallRecord[]> {
  return lockAll(trx, await liveCallsOfCaller(trx, caller));
}

async function lockAll(trx: Trx, ids: readonly string[]): Promise<CallRecord[]> {
  const locked: CallRecord[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    locked.push(await lockCall(trx, id));
  }
  return locked;
}
