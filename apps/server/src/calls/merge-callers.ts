import {
  type CallerChangeRow,
  createSplitCaller,
  listMergedIds,
  mergeInto,
  type MovedCalls,
  requireBoth,
  requireCaller,
  requireLastChange,
  requireOwnNumbers,
  splitFrom,
  undoMerge,
  undoSplit,
} from "../callers/caller-changes.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import type { CallDeps } from "./change-call.ts";
import {
  auditCaller,
  type CallerEdit,
  changeLiveCalls,
  lockLiveCalls,
  notifyAll,
  rewriteCalls,
} from "./change-detail.ts";
import { findCall, liveCallsOfCaller } from "./store/call-store.ts";
import { findLastCallAt, moveEndedCalls } from "./store/profile-store.ts";

export async function mergeCallers(deps: CallDeps, { target, actor }: CallerEdit, other: string) {
  const { station, caller, by } = target;
  const at = new Date(deps.clock.now());
  const changed = await transact(deps.db, async (trx) => {
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

export async function splitCaller(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  written: readonly string[],
): Promise<void> {
  const { station, caller, by } = target;
  const at = new Date(deps.clock.now());
  const changed = await transact(deps.db, async (trx) => {
    await lockLiveCalls(trx, [caller]);
    const row = await requireCaller(trx, target);
    const numbers = await requireOwnNumbers(trx, caller, written);
    const other = await createSplitCaller(trx, station);
    const from = await listMergedIds(trx, caller);
    const moved = await moveEndedCalls(trx, { from, to: other, numbers });
    const all = await liveCallsOfCaller(trx, caller);
    const live = await filterOwnCalls(trx, all, { live: [], added: numbers });
    const lastCallAt = await findLastOfRest(trx, { from, moved, last: row.lastCallAt });
    const split = { station, caller, by, at, row, other, numbers, live, moved, lastCallAt };
    const change = await splitFrom(trx, split);
    await auditCaller(trx, { target, actor }, { action: "caller.split", other, change });
    const action = "call.caller_edited";
    return rewriteCalls(trx, deps, { calls: live, caller: other, action, actor });
  });
  notifyAll(deps, changed);
}

/**
 * Returns the time of the last call that does not move. If the caller's last call moves, this finds
 * only calls that are still stored.
 */
async function findLastOfRest(
  trx: Trx,
  { from, moved, last }: { from: string[]; moved: MovedCalls; last: Date | null },
): Promise<Date | null> {
  const isLast = moved.lastAt !== null && last !== null && moved.lastAt >= last;
  return isLast ? findLastCallAt(trx, from) : last;
}

export async function undoCallerChange(deps: CallDeps, { target, actor }: CallerEdit, id: string) {
  const { caller, ...who } = target;
  const at = new Date(deps.clock.now());
  const changed = await transact(deps.db, async (trx) => {
    const change = await requireLastChange(trx, { caller, change: id });
    const { kind, other, stored } = change;
    await lockLiveCalls(trx, [caller, other]);
    await requireCaller(trx, target);
    // Another person may have undone the change while this transaction waited for the locks.
    await requireLastChange(trx, { caller, change: id });
    const from = kind === "merge" ? caller : other;
    const to = kind === "merge" ? other : caller;
    const live = await liveCallsOfCaller(trx, from);
    const moved = kind === "merge" ? await restoreCalls(trx, change) : { count: 0, lastAt: null };
    const lastCallAt = await findLastCallAt(trx, await listStaying(trx, change));
    const undo = kind === "merge" ? undoMerge : undoSplit;
    await undo(trx, { ...who, caller, at, change, moved, lastCallAt });
    await auditCaller(
      trx,
      { target, actor },
      { action: "caller.change_undone", other, change: id },
    );
    const calls = kind === "merge" ? await filterOwnCalls(trx, live, stored) : live;
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

/**
 * Returns the caller with all callers merged into it, except those that an undo of a merge removes.
 */
async function listStaying(trx: Trx, { caller, other, stored }: CallerChangeRow) {
  const leaving = [other, ...stored.absorbed];
  return (await listMergedIds(trx, caller)).filter((id) => !leaving.includes(id));
}

function restoreCalls(trx: Trx, { caller, other, at, stored }: CallerChangeRow) {
  const since = { at, older: stored.live };
  return moveEndedCalls(trx, { from: [caller], to: other, numbers: stored.added, since });
}

async function filterOwnCalls(
  trx: Trx,
  live: readonly string[],
  stored: Pick<CallerChangeRow["stored"], "live" | "added">,
): Promise<string[]> {
  const own: string[] = [];
  for (const id of live) {
    const call = await findCall(trx, id);
    const number = call?.number ?? call?.givenNumber ?? "";
    if (stored.live.includes(id) || stored.added.includes(number)) {
      own.push(id);
    }
  }
  return own;
}
