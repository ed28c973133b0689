import type { PrizeWin, WinStatus } from "@linedesk/contract";
import { lockLiveCallsOf } from "../calls/calls-of-caller.ts";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { transact } from "../platform/db/transact.ts";
import { ApiError } from "../platform/http/errors.ts";
import { presentWin } from "./present-win.ts";
import { findPrize, lockPrizes, savePrize } from "./prize-store.ts";
import { showWin, type PrizeDeps } from "./record-win.ts";
import { announceWin, requireSeenWin } from "./set-win-status.ts";
import { findWin, saveWinStatus, type WinRow } from "./win-store.ts";

export interface Withdrawal {
  station: string;
  win: string;
  seen: WinStatus;
  reason: string;
  by: string;
  actor: Actor;
}

/**
 * Takes a win back that should not have been recorded: it stays in the list and counts no more, and
 * a prize that nobody has got is given again.
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
      throw new ApiError("conflict", `${before.statusBy} withdrew this win already.`);
    }
    const at = new Date(clock.now());
    const restocked = await putBack(trx, before);
    await saveWinStatus(trx, id, { status: "withdrawn", by, at, withdrawn: reason });
    await recordAudit(trx, {
      actor,
      action: "prize_win.withdrawn",
      station,
      subject: ["prize_win", id],
      details: { before: seen, reason, call: before.call, prize: before.prize, restocked },
    });
    await showWin(deps, trx, { calls, actor, action: "call.win_withdrawn" });
    return { row: await announceWin(deps, trx, { station, id, at }), changed: calls };
  });
  for (const call of changed) {
    watch.notifyChanged(call.id);
  }
  return presentWin(row, { withAddress: true });
}

/** Whether the prize went back: what was collected or sent is gone. */
async function putBack(trx: Trx, { station, prize: id, status }: WinRow): Promise<boolean> {
  const prize = await findPrize(trx, { station, id }, { lock: true });
  if (prize === null || status === "collected" || status === "sent") {
    return false;
  }
  await savePrize(trx, { ...prize, stock: prize.stock + 1 });
  return true;
}
