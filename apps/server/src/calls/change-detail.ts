import { type CallerDetail, cleanName } from "@linedesk/contract";
import { type CallerTarget, findCallerRow, requireCaller } from "../callers/caller-changes.ts";
import { deleteLapsedFlag, findLapsedFlags, updateCallerDetails } from "../callers/callers.ts";
import {
  changeCallerFlag,
  describeChange,
  type FlagChange,
} from "../callers/change-caller-flag.ts";
import { changeCallerNumber } from "../callers/change-caller-number.ts";
import { type Actor, recordAudit, systemActor } from "../platform/db/audit-store.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { type CallDeps, lockCall, writeChange } from "./change-call.ts";
import { liveCallsOfCaller } from "./store/call-store.ts";

export interface CallerEdit {
  target: Omit<CallerTarget, "at">;
  actor: Actor;
}

/**
 * Calls are locked before their callers, in all transactions, so that two changes cannot deadlock.
 */
export async function lockLiveCalls(trx: Trx, callers: readonly string[]): Promise<string[]> {
  const found = await Promise.all(callers.map((one) => liveCallsOfCaller(trx, one)));
  const ids = [...new Set(found.flat())].toSorted();
  for (const id of ids) {
    await lockCall(trx, id);
  }
  return ids;
}

interface LiveChange {
  callers: readonly string[];
  caller: string;
  action: `call.${string}`;
  actor: Actor;
}

export async function changeLiveCalls(
  trx: Trx,
  deps: CallDeps,
  { callers, caller, action, actor }: LiveChange,
): Promise<string[]> {
  const ids = (await Promise.all(callers.map((one) => liveCallsOfCaller(trx, one)))).flat();
  return rewriteCalls(trx, deps, { calls: ids, caller, action, actor });
}

export async function rewriteCalls(
  trx: Trx,
  deps: CallDeps,
  change: Omit<LiveChange, "callers"> & { calls: readonly string[] },
): Promise<string[]> {
  const { calls, caller, action, actor } = change;
  for (const id of calls.toSorted()) {
    const before = await lockCall(trx, id);
    await writeChange({ deps, trx, before, actor }, { fields: { caller }, action });
  }
  return [...calls];
}

export function notifyAll({ watch }: CallDeps, calls: readonly string[]): void {
  for (const id of calls) {
    watch.notifyChanged(id);
  }
}

/**
 * Throws if the value has changed since the person saw it, unless it already is the new value. An
 * empty text and an unknown value are equal.
 */
export function assertSeen(
  now: { value: string | null; by: string | null },
  seen: string | undefined,
  wanted: string,
): void {
  const value = now.value ?? "";
  if (seen !== undefined && seen !== value && wanted !== value) {
    throw new ApiError(describeChange(now.by ?? "Somebody", value));
  }
}

const LONGEST: Record<CallerDetail, number> = { name: 100, location: 100, note: 1000 };

export async function changeDetail(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  { field, value, seen }: { field: CallerDetail; value: string; seen: string },
): Promise<void> {
  const wanted = field === "note" ? value.trim() : cleanName(value);
  if (wanted.length > LONGEST[field]) {
    throw new ApiError("text_too_long", {
      fields: { value: { reason: "field_too_long", params: { most: LONGEST[field] } } },
    });
  }
  const changed = await transact(deps.db, async (trx) => {
    await lockLiveCalls(trx, [target.caller]);
    const row = await requireCaller(trx, target);
    assertSeen({ value: row[field], by: row.changedBy }, seen, wanted);
    await updateCallerDetails(trx, row.id, { [field]: wanted, by: target.by });
    await auditCaller(trx, { target, actor }, { action: "caller.edited", fields: [field] });
    const live = { callers: [row.id], caller: row.id, action: "call.caller_edited" } as const;
    return changeLiveCalls(trx, deps, { ...live, actor });
  });
  notifyAll(deps, changed);
}

export async function auditCaller(
  trx: Trx,
  { target, actor }: CallerEdit,
  { action, ...details }: { action: string } & Record<string, unknown>,
): Promise<void> {
  const { station, caller } = target;
  await recordAudit(trx, { actor, action, station, subject: ["caller", caller], details });
  const callers = [caller, ...(typeof details["other"] === "string" ? [details["other"]] : [])];
  await publish(trx, station, { type: "caller.changed", callers });
}

export async function flagCallerUntil(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  change: FlagChange,
): Promise<void> {
  const { flag, carried, until } = change;
  const changed = await transact(deps.db, async (trx) => {
    await lockLiveCalls(trx, [target.caller]);
    const { id: caller } = await requireCaller(trx, target);
    await changeCallerFlag(trx, caller, change, deps.clock.now());
    const action = carried ? "caller.flagged" : "caller.unflagged";
    await auditCaller(trx, { target, actor }, { action, flag, until: until ?? null });
    const live = { callers: [caller], caller, action: "call.caller_flagged" } as const;
    return changeLiveCalls(trx, deps, { ...live, actor });
  });
  notifyAll(deps, changed);
}

export async function setCallerNumber(
  deps: CallDeps,
  { target, actor }: CallerEdit,
  { number, has }: { number: string; has: boolean },
): Promise<void> {
  await transact(deps.db, async (trx) => {
    const { id: caller } = await requireCaller(trx, target);
    if (await changeCallerNumber(trx, { station: target.station, caller, number, has })) {
      const action = has ? "caller.number_added" : "caller.number_removed";
      await auditCaller(trx, { target, actor }, { action });
    }
  });
}

export async function expireFlags(deps: CallDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  for (const { caller, flag, station } of await findLapsedFlags(deps.db, now)) {
    const edit = { target: { station, caller, by: "" }, actor: systemActor };
    const changed = await transact(deps.db, async (trx) => {
      await lockLiveCalls(trx, [caller]);
      await findCallerRow(trx, { station, caller, lock: true });
      if (!(await deleteLapsedFlag(trx, { caller, flag, now }))) {
        return [];
      }
      await auditCaller(trx, edit, { action: "caller.flag_lapsed", flag });
      const live = { callers: [caller], caller, action: "call.caller_flagged" } as const;
      return changeLiveCalls(trx, deps, { ...live, actor: systemActor });
    });
    notifyAll(deps, changed);
  }
}
