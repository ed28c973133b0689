import type { Db } from "../../platform/db/database.ts";

/** Records a webhook delivery by its keys. Returns true if at least one of the keys is new. */
export async function insertReceipts(db: Db, tokens: readonly string[]): Promise<boolean> {
  if (tokens.length === 0) {
    return false;
  }
  const inserted = await db
    .insertInto("webhook_receipt")
    .values(tokens.map((token) => ({ token })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("token")
    .execute();
  return inserted.length > 0;
}

export async function hasReceipt(db: Db, keys: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("webhook_receipt")
    .select("token")
    .where("token", "in", keys)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes receipts older than `before`; returns their number. */
export async function pruneReceipts(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom("webhook_receipt")
    .where("received_at", "<", before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
