import type { Db } from "../platform/db/database.ts";
import { ensurePartitions } from "../platform/db/partition-store.ts";

const PARTITIONED_TABLES = ["call", "call_event"];

export function ensureCallPartitions(db: Db, from: Date, now: Date): Promise<void> {
  return ensurePartitions(db, PARTITIONED_TABLES, { from, now });
}
