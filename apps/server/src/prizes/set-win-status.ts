import type { PrizeWin, WinStatus } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { presentWin } from "./present-win.ts";
import { queueWinWebhook } from "./queue-win-webhook.ts";
import type { PrizeDeps } from "./record-win.ts";
import { findWin, saveWinStatus } from "./win-store.ts";

const words: Record<WinStatus, string> = {
  to_collect: "to be collected",
  collected: "collected",
  sent: "sent",
  expired: "expired",
};

export interface StatusChange {
  station: string;
  win: string;
  seen: WinStatus;
  status: WinStatus;
  by: string;
  actor: Actor;
}

/** Who saw another status than the win has is told who set it, and changes nothing [PZ19]. */
export async function setWinStatus(deps: PrizeDeps, change: StatusChange): Promise<PrizeWin> {
  const { station, win: id, seen, status, by, actor } = change;
  const { db, clock } = deps.calls;
  const row = await db.transaction().execute(async (trx) => {
    const before = await findWin(trx, id, { lock: true });
    if (before === null || before.station !== station) {
      throw new ApiError("not_found", "The station has no such win.");
    }
    if (before.status !== seen) {
      const now = words[before.status];
      throw new ApiError("conflict", `${before.statusBy} set this prize to "${now}" meanwhile.`);
    }
    const at = new Date(clock.now());
    await saveWinStatus(trx, id, { status, by, at });
    await recordAudit(trx, {
      actor,
      action: "prize_win.status_changed",
      station,
      subjectType: "prize_win",
      subjectId: id,
      details: { before: seen, status },
    });
    await deps.promotion.queueWin(trx, { win: id, station });
    await queueWinWebhook(trx, { event: "win.changed", win: id, station, at });
    await publish(trx, station, { type: "prize.changed" });
    return findWin(trx, id);
  });
  if (row === null) {
    throw new Error("The win that was changed is not there");
  }
  return presentWin(row, { withAddress: true });
}
