import type { Db } from "../../platform/db/database.ts";

/**
 * Notes a webhook delivery by its idempotency token; true only the first time, so that a delivery
 * repeated by the telephony service is done once. Call it in the transaction of the work itself.
 */
export async function insertReceipt(db: Db, token: string): Promise<boolean> {
  const inserted = await db
    .insertInto("webhook_receipt")
    .values({ token })
    .onConflict((conflict) => conflict.doNothing())
    .returning("token")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether one of these deliveries has been done. */
export async function hasReceipt(db: Db, keys: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("webhook_receipt")
    .select("token")
    .where("token", "in", keys)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets receipts older than `before`; answers how many. */
export async function pruneReceipts(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom("webhook_receipt")
    .where("received_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
