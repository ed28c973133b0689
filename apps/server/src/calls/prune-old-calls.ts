import type { Db } from "../platform/db/database.ts";
import { ensurePartitions } from "../platform/db/partition-store.ts";
import { pruneClaims } from "./store/claim-store.ts";
import { pruneCutOffs } from "./store/cut-off-store.ts";
import { pruneLegs } from "./store/leg-store.ts";

/** A late webhook of a call that ended longer ago has no effect. */
const KEEP_MS = 2 * 86_400_000;

export async function pruneOldCalls(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await pruneLegs(db, before);
  await pruneClaims(db, before);
  await pruneCutOffs(db, before);
}

const PARTITIONED_TABLES = ["call", "call_event"];

export function ensureCallPartitions(db: Db, from: Date, now: Date): Promise<void> {
  return ensurePartitions(db, PARTITIONED_TABLES, { from, now });
}
