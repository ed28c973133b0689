import { pruneSsoRecords } from "./auth/sso-record-store.ts";
import { pruneRemovedContacts } from "./contacts/contact-store.ts";
import { pruneDeliveryLog } from "./integrations/deliveries.ts";
import type { Db } from "./platform/db/database.ts";
import type { Job } from "./platform/jobs/jobs.ts";
import { pruneReceipts } from "./telephony/webhooks/receipt-store.ts";

const DAY_MS = 24 * 3_600_000;
/** The telephony service repeats a delivery within minutes, so a week is ample. */
const KEEP_RECEIPTS_MS = 7 * DAY_MS;

export interface CleanupJobDeps {
  db: Db;
  deleteExpiredSessions: (before: Date) => Promise<void>;
}

/**
 * Deletes data that is no longer needed: ended sessions and sign-ins, old receipts and deliveries
 * of webhooks, and removed contacts.
 */
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
      await pruneSsoRecords(db);
    },
  };
}
