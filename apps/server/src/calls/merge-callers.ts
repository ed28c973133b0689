import {
  createSplitCaller,
  listMergedIds,
  mergeInto,
  requireBoth,
  requireCaller,
  requireLastChange,
  requireOwnNumbers,
  splitFrom,
  undoMerge,
  undoSplit,
} from "../callers/caller-changes.ts";
import type { CallDeps } from "./change-call.ts";
import {
  auditCaller,
  changeLiveCalls,
  lockLiveCalls,
  notifyAll,
  rewriteCalls,
  type CallerEdit,
} from "./change-detail.ts";
import { findCall, liveCallsOfCaller } from "./store/call-store.ts";
import { moveEndedCalls } from "./store/profile-store.ts";

/** Two callers are one person; live calls of the other are this caller's at every seat [CL24]. */
export async function mergeCallers(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  other: string,
): Promise<void> {
  const { station, caller, by } = target;
  const at = new Date(deps.clock.now());
  const changed = await deps.db.transaction().execute(async (trx) => {
    await lockLiveCalls(trx, [caller, other]);
    const both = await requireBoth(trx, { station, caller, other });
    const live = await liveCallsOfCaller(trx, other);
    const change = await mergeInto(trx, { station, caller, by, at, ...both, live });
    await auditCaller(trx, { target, actor }, { action: "caller.merged", other, change });
    const merged = { callers: [caller, other], caller, action: "call.caller_edited" } as const;
    return changeLiveCalls(trx, deps, { ...merged, actor });
  });
  notifyAll(deps, changed);
}

/** Numbers of a caller, and all calls from them, are of a new one [CL25]. */
export async function splitCaller(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  written: readonly string[],
): Promise<void> {
  const { station, caller, by } = target;
  const at = new Date(deps.clock.now());
  const changed = await deps.db.transaction().execute(async (trx) => {
    await lockLiveCalls(trx, [caller]);
    const row = await requireCaller(trx, target);
    const numbers = await requireOwnNumbers(trx, caller, written);
    const other = await createSplitCaller(trx, station);
    const from = await listMergedIds(trx, caller);
    const moved = await moveEndedCalls(trx, { from, to: other, numbers });
    const live: string[] = [];
    for (const id of await liveCallsOfCaller(trx, caller)) {
      const call = await findCall(trx, id);
      if (numbers.includes(call?.number ?? call?.givenNumber ?? "")) {
        live.push(id);
      }
    }
    const split = { station, caller, by, at, row, other, numbers, live, moved };
    const change = await splitFrom(trx, split);
    await auditCaller(trx, { target, actor }, { action: "caller.split", other, change });
    const action = "call.caller_edited";
    return rewriteCalls(trx, deps, { calls: live, caller: other, action, actor });
  });
  notifyAll(deps, changed);
}

/** The last merge or split of a caller is as if it had not been. */
export async function undoCallerChange(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  id: string,
): Promise<void> {
  const { caller, ...who } = target;
  const at = new Date(deps.clock.now());
  const changed = await deps.db.transaction().execute(async (trx) => {
    const change = await requireLastChange(trx, { caller, change: id });
    const { kind, other, stored } = change;
    await lockLiveCalls(trx, [caller, other]);
    await requireCaller(trx, target);
    // Somebody may have undone it while the rows were waited for.
    await requireLastChange(trx, { caller, change: id });
    const from = kind === "merge" ? caller : other;
    const to = kind === "merge" ? other : caller;
    const live = await liveCallsOfCaller(trx, from);
    const undo = kind === "merge" ? undoMerge : undoSplit;
    await undo(trx, { ...who, caller, at, change });
    await auditCaller(trx, { target, actor }, { action: "caller.change_undone", change: id });
    const calls = kind === "merge" ? live.filter((one) => stored.live.includes(one)) : live;
    const action = "call.caller_edited";
    const back = await rewriteCalls(trx, deps, { calls, caller: to, action, actor });
    const stay = live.filter((one) => !calls.includes(one));
    return [
      ...back,
      ...(await rewriteCalls(trx, deps, { calls: stay, caller: from, action, actor })),
    ];
  });
  notifyAll(deps, changed);
}
