import type { CollectionStatus, PrizeWin, WinStatus } from "@linedesk/contract";
import { lockLiveCallsOf } from "../calls/edit-caller.ts";
import { type Actor, recordAudit } from "../platform/db/audit-store.ts";
import { transact, type Trx } from "../platform/db/database.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { presentWin } from "./present-win.ts";
import { findPrize, lockPrizes, savePrize } from "./prize-store.ts";
import { queueWinWebhook } from "./queue-win-webhook.ts";
import { type PrizeDeps, writeWinChange } from "./record-win.ts";
import { findWin, saveWinStatus, type WinRow } from "./win-store.ts";

export interface StatusChange {
  station: string;
  win: string;
  seen: WinStatus;
  status: CollectionStatus;
  by: string;
  actor: Actor;
}

/** The dependencies of a change of a win, without those of the desk, because a job has no desk. */
export interface WinDeps {
  calls: Pick<PrizeDeps["calls"], "db" | "clock">;
  promotion: Pick<PrizeDeps["promotion"], "queueWin">;
}

/**
 * When the status that the person saw is outdated, throws with the name of the person who changed
 * it.
 */
export async function setWinStatus(deps: WinDeps, change: StatusChange): Promise<PrizeWin> {
  const { station, win: id, seen, status, by, actor } = change;
  const { db, clock } = deps.calls;
  const row = await transact(db, async (trx) => {
    const before = await requireSeenWin(trx, { station, id, seen });
    if (before.status === "withdrawn") {
      throw new ApiError({ reason: "win_stays_withdrawn", params: { name: before.statusBy } });
    }
    const at = new Date(clock.now());
    await saveWinStatus(trx, id, { status, by, at });
    await recordAudit(trx, {
      actor,
      action: "prize_win.status_changed",
      station,
      subject: ["prize_win", id],
      details: { before: seen, status },
    });
    return announceWin(deps, trx, { station, id, at });
  });
  return presentWin(row, { withAddress: true });
}

/** Returns the locked win if its status is the one that the person saw. */
export async function requireSeenWin(
  trx: Trx,
  { station, id, seen }: { station: string; id: string; seen: WinStatus },
): Promise<WinRow> {
  const row = await findWin(trx, id, { lock: true });
  if (row === null || row.station !== station) {
    throw new ApiError("no_such_win");
  }
  if (row.status !== seen) {
    throw new ApiError({
      reason: "win_changed",
      params: { name: row.statusBy, status: [`win_${row.status}`] },
    });
  }
  return row;
}

/** Sends a changed win to every seat, to webhooks and to the promotion system. */
export async function announceWin(
  { promotion }: WinDeps,
  trx: Trx,
  { station, id, at }: { station: string; id: string; at: Date },
): Promise<WinRow> {
  await promotion.queueWin(trx, { win: id, station });
  await queueWinWebhook(trx, { event: "win.changed", win: id, station, at });
  await publish(trx, station, { type: "prize.changed" });
  const row = await findWin(trx, id);
  if (row === null) {
    throw new Error("the changed win does not exist");
  }
  return row;
}

interface Withdrawal {
  station: string;
  win: string;
  seen: WinStatus;
  reason: string;
  by: string;
  actor: Actor;
}

/**
 * Withdraws a win that should not have been recorded. It stays in the list and does not count. A
 * prize that was not handed out returns to the stock.
 */
export async function withdrawWin(deps: PrizeDeps, request: Withdrawal): Promise<PrizeWin> {
  const { station, win: id, seen, reason, by, actor } = request;
  const { db, clock, watch } = deps.calls;
  const { row, changed } = await transact(db, async (trx) => {
    await lockPrizes(trx, station);
    const caller = (await findWin(trx, id))?.caller ?? null;
    const calls = caller === null ? [] : await lockLiveCallsOf(trx, caller);
    const before = await requireSeenWin(trx, { station, id, seen });
    if (before.status === "withdrawn") {
      throw new ApiError({ reason: "win_withdrawn_already", params: { name: before.statusBy } });
    }
    const at = new Date(clock.now());
    const restocked = await restock(trx, before);
    await saveWinStatus(trx, id, { status: "withdrawn", by, at, withdrawn: reason });
    await recordAudit(trx, {
      actor,
      action: "prize_win.withdrawn",
      station,
      subject: ["prize_win", id],
      details: { before: seen, reason, call: before.call, prize: before.prize, restocked },
    });
    await writeWinChange(deps, trx, { calls, actor, action: "call.win_withdrawn" });
    return { row: await announceWin(deps, trx, { station, id, at }), changed: calls };
  });
  for (const call of changed) {
    watch.notifyChanged(call.id);
  }
  return presentWin(row, { withAddress: true });
}

/**
 * Returns the prize to the stock, unless it was collected or sent or no longer exists. Returns
 * false when the stock is unchanged.
 */
async function restock(trx: Trx, { station, prize: id, status }: WinRow): Promise<boolean> {
  const prize = await findPrize(trx, { station, id }, { lock: true });
  if (prize === null || status === "collected" || status === "sent") {
    return false;
  }
  await savePrize(trx, { ...prize, stock: prize.stock + 1 });
  return true;
}
