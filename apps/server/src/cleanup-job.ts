import { pruneRemovedContacts } from "./contacts/contact-store.ts";
import { pruneDeliveryLog } from "./integrations/deliveries.ts";
import type { Db } from "./platform/db/database.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { pruneReceipts } from "./telephony/webhooks/receipt-store.ts";

const DAY_MS = 24 * 3_600_000;
/** The telephony service repeats a delivery within minutes; a week is beyond any doubt. */
const KEEP_RECEIPTS_MS = 7 * DAY_MS;

export interface CleanupJobDeps {
  db: Db;
  deleteExpiredSessions: (before: Date) => Promise<void>;
}

/** Forgets what nobody will ask for again: ended sessions, old receipts of webhooks and
 * contacts that were removed. */
export function createCleanupJob({ db, deleteExpiredSessions }: CleanupJobDeps): Job {
  return {
    name: "tidy",
    cron: "17 * * * *",
    run: async () => {
      const now = Date.now();
      await pruneReceipts(db, new Date(now - KEEP_RECEIPTS_MS));
      await pruneRemovedContacts(db, new Date(now - DAY_MS));
      await pruneDeliveryLog(db, new Date(now));
      await deleteExpiredSessions(new Date(now - DAY_MS));
    },
  };
}
