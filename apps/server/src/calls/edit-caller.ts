import { requireCurrentCaller } from "../callers/caller-changes.ts";
import { createCaller, updateCallerDetails } from "../callers/callers.ts";
import { changeCallerFlag, type FlagChange } from "../callers/change-caller-flag.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import { publish } from "../platform/realtime/publish.ts";
import { type CallDeps, CallNotFoundError, lockCall, writeChange } from "./change-call.ts";
import { assertSeen } from "./change-detail.ts";
import type { CallRecord } from "./store/call-record.ts";
import { findCall, liveCallsOfCaller } from "./store/call-store.ts";

export interface CallerEdit {
  call: string;
  known: { name?: string; location?: string };
  seen?: string | undefined;
  by: string;
  actor: Actor;
}

/**
 * Stores details of a call's caller. For a withheld number, this creates the caller, who can be
 * found only through this call. Every live call of the caller changes at every seat.
 */
export async function editCaller(deps: CallDeps, edit: CallerEdit): Promise<CallRecord> {
  const wanted = trimmed(edit.known);
  const changed = await transact(deps.db, async (trx) => {
    const calls = await lockCallsOfCaller(trx, edit.call);
    const named = calls.find((call) => call.id === edit.call);
    if (named === undefined) {
      throw new CallNotFoundError("the call to edit does not exist");
    }
    const known = named.caller?.id ?? (await createCaller(trx, named.station));
    const row = await requireCurrentCaller(trx, { station: named.station, caller: known });
    const caller = row.id;
    const [field = "name"] = listDetails(wanted);
    assertSeen({ value: row[field], by: row.changedBy }, edit.seen, wanted[field] ?? "");
    await updateCallerDetails(trx, caller, { ...wanted, by: edit.by });
    await recordAudit(trx, {
      actor: edit.actor,
      action: "caller.edited",
      station: named.station,
      subject: ["caller", caller],
      details: { fields: Object.keys(wanted) },
    });
    const change = { fields: { caller }, action: "call.caller_edited" };
    await publish(trx, named.station, { type: "caller.changed", callers: [caller] });
    const written: CallRecord[] = [];
    for (const before of await lockCallsWith(trx, { call: edit.call, caller })) {
      const at = { deps, trx, before, actor: edit.actor };
      written.push((await writeChange(at, change)).after);
    }
    return written;
  });
  for (const call of changed) {
    deps.watch.notifyChanged(call.id);
  }
  const after = changed.find((call) => call.id === edit.call);
  if (after === undefined) {
    throw new CallNotFoundError("the edited call does not exist");
  }
  return after;
}

function listDetails(known: CallerEdit["known"]): ("name" | "location")[] {
  return (["name", "location"] as const).filter((field) => known[field] !== undefined);
}

function trimmed(known: CallerEdit["known"]): CallerEdit["known"] {
  return {
    ...(known.name === undefined ? {} : { name: known.name.trim() }),
    ...(known.location === undefined ? {} : { location: known.location.trim() }),
  };
}

/**
 * Locks the call and the other live calls of its caller in one order, so that two edits of the same
 * caller cannot deadlock.
 */
export async function lockCallsOfCaller(trx: Trx, id: string): Promise<CallRecord[]> {
  const call = await findCall(trx, id);
  const caller = call?.caller ?? null;
  return caller === null ? lockAll(trx, [id]) : lockCallsWith(trx, { call: id, caller: caller.id });
}

/** If the caller's row is locked first, this also locks each call that arrived before that lock. */
async function lockCallsWith(
  trx: Trx,
  { call, caller }: { call: string; caller: string },
): Promise<CallRecord[]> {
  return lockAll(trx, [call, ...(await liveCallsOfCaller(trx, caller))]);
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

interface CallerFlagChange extends FlagChange {
  call: string;
  actor: Actor;
}

/**
 * Sets or removes a flag on a call's caller. For a withheld number, this creates the caller, who
 * can be found only through this call. Every live call of the caller changes at every seat.
 */
export async function flagCaller(deps: CallDeps, change: CallerFlagChange): Promise<CallRecord> {
  const changed = await transact(deps.db, async (trx) => {
    const calls = await lockCallsOfCaller(trx, change.call);
    const named = calls.find((call) => call.id === change.call);
    if (named === undefined) {
      throw new CallNotFoundError("the call of the flagged caller does not exist");
    }
    const known = named.caller?.id ?? (await createCaller(trx, named.station));
    const { id: caller } = await requireCurrentCaller(trx, {
      station: named.station,
      caller: known,
    });
    const { flag, carried, actor } = change;
    await changeCallerFlag(trx, caller, change, deps.clock.now());
    await recordAudit(trx, {
      actor,
      action: carried ? "caller.flagged" : "caller.unflagged",
      station: named.station,
      subject: ["caller", caller],
      details: { flag },
    });
    await publish(trx, named.station, { type: "caller.changed", callers: [caller] });
    const written: CallRecord[] = [];
    for (const before of await lockCallsWith(trx, { call: change.call, caller })) {
      const at = { deps, trx, before, actor };
      const flagged = { fields: { caller }, action: "call.caller_flagged" };
      written.push((await writeChange(at, flagged)).after);
    }
    return written;
  });
  for (const call of changed) {
    deps.watch.notifyChanged(call.id);
  }
  const after = changed.find((call) => call.id === change.call);
  if (after === undefined) {
    throw new CallNotFoundError("the call of the flagged caller does not exist");
  }
  return after;
}
