import { queueWebhook } from "../integrations/queue-webhook.ts";
import type { Trx } from "../platform/db/database.ts";
import { toSentWin } from "./present-win.ts";
import { findWin } from "./win-store.ts";

interface WinEvent {
  event: "win.recorded" | "win.changed";
  win: string;
  station: string;
  at: Date;
}

export async function queueWinWebhook(trx: Trx, { event, win: id, station, at }: WinEvent) {
  await queueWebhook(trx, { station, event, at }, async () => {
    const row = await findWin(trx, id);
    if (row === null) {
      throw new Error("the win of the webhook does not exist");
    }
    return { win: toSentWin(row, null) };
  });
}
