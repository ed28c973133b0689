import { createCaller } from "../callers/callers.ts";
import { changeCallerFlag, type FlagChange } from "../callers/change-caller-flag.ts";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import { transact } from "../platform/db/transact.ts";
import { publish } from "../platform/realtime/publish.ts";
import { lockCallsOfCaller } from "./calls-of-caller.ts";
import { CallNotFoundError, writeChange, type CallDeps } from "./change-call.ts";
import type { CallRecord } from "./store/call-record.ts";

export interface CallerFlagChange extends FlagChange {
  call: string;
  actor: Actor;
}

/**
 * Sets or removes a flag on the caller of a call; every live call of the caller changes at every
 * seat. A withheld number is nobody until then, and is known by this call alone.
 */
export async function flagCaller(deps: CallDeps, change: CallerFlagChange): Promise<CallRecord> {
  const changed = await transact(deps.db, async (trx) => {
    const calls = await lockCallsOfCaller(trx, change.call);
    const named = calls.find((call) => call.id === change.call);
    if (named === undefined) {
      throw new CallNotFoundError("The call whose caller is flagged is not there");
    }
    const caller = named.caller?.id ?? (await createCaller(trx, named.station));
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
    for (const before of calls) {
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
    throw new CallNotFoundError("The call of the flagged caller is not there");
  }
  return after;
}
