import { requireCurrentCaller } from "../callers/caller-changes.ts";
import { createCaller, updateCallerDetails } from "../callers/callers.ts";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import { transact } from "../platform/db/transact.ts";
import { publish } from "../platform/realtime/publish.ts";
import { lockCallsOfCaller } from "./calls-of-caller.ts";
import { CallNotFoundError, writeChange, type CallDeps } from "./change-call.ts";
import { assertSeen } from "./change-detail.ts";
import type { CallRecord } from "./store/call-record.ts";

export interface CallerEdit {
  call: string;
  known: { name?: string; location?: string };
  seen?: string | undefined;
  by: string;
  actor: Actor;
}

/**
 * Writes what is known of the caller of a call. A withheld number is nobody until then, and is
 * known by this call alone. Every live call of the caller changes at every seat.
 */
export async function editCaller(deps: CallDeps, edit: CallerEdit): Promise<CallRecord> {
  const wanted = trimmed(edit.known);
  const changed = await transact(deps.db, async (trx) => {
    const calls = await lockCallsOfCaller(trx, edit.call);
    const named = calls.find((call) => call.id === edit.call);
    if (named === undefined) {
      throw new CallNotFoundError("The call to edit is not there");
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
    for (const before of calls) {
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
    throw new CallNotFoundError("The edited call is not there");
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
