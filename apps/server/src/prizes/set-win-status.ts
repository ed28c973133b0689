import type { CollectionStatus, PrizeWin, WinStatus } from "@linedesk/contract";
import type { Actor } from "../platform/db/actor.ts";
import { recordAudit } from "../platform/db/audit-store.ts";
import type { Trx } from "../platform/db/database.ts";
import { transact } from "../platform/db/transact.ts";
import { ApiError } from "../platform/http/errors.ts";
import { publish } from "../platform/realtime/publish.ts";
import { presentWin } from "./present-win.ts";
import { queueWinWebhook } from "./queue-win-webhook.ts";
import type { PrizeDeps } from "./record-win.ts";
import { findWin, saveWinStatus, type WinRow } from "./win-store.ts";

const words: Record<WinStatus, string> = {
  to_collect: "to be collected",
  collected: "collected",
  sent: "sent",
  expired: "expired",
  withdrawn: "withdrawn",
};

export interface StatusChange {
  station: string;
  win: string;
  seen: WinStatus;
  status: CollectionStatus;
  by: string;
  actor: Actor;
}

/** What a change of a win needs; a job has no desk. */
export interface WinDeps {
  calls: Pick<PrizeDeps["calls"], "db" | "clock">;
  promotion: Pick<PrizeDeps["promotion"], "queueWin">;
}

/** Who saw another status than the win has is told who set it, and changes nothing. */
export async function setWinStatus(deps: WinDeps, change: StatusChange): Promise<PrizeWin> {
  const { station, win: id, seen, status, by, actor } = change;
  const { db, clock } = deps.calls;
  const row = await transact(db, async (trx) => {
    const before = await requireSeenWin(trx, { station, id, seen });
    if (before.status === "withdrawn") {
      throw new ApiError("conflict", `${before.statusBy} withdrew this win: it stays withdrawn.`);
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

/** The win as nobody else can change it now, where it is as the person saw it. */
export async function requireSeenWin(
  trx: Trx,
  { station, id, seen }: { station: string; id: string; seen: WinStatus },
): Promise<WinRow> {
  const row = await findWin(trx, id, { lock: true });
  if (row === null || row.station !== station) {
    throw new ApiError("not_found", "The station has no such win.");
  }
  if (row.status !== seen) {
    const now = words[row.status];
    throw new ApiError("conflict", `${row.statusBy} set this prize to "${now}" meanwhile.`);
  }
  return row;
}

/** A changed win goes to every seat, to webhooks and to the promotion system. */
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
    throw new Error("The win that was changed is not there");
  }
  return row;
}
