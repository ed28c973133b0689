import { sql } from "kysely";

import type { Db } from "./database.ts";

const MONTHS_AHEAD = 3;

function monthStart(at: Date, plus: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + plus, 1));
}

/**
 * Creates missing monthly partitions of the tables, from `from` to three months after `now`.
 * Several servers can do this at the same time.
 */
export async function ensurePartitions(
  db: Db,
  tables: readonly string[],
  { from, now }: { from: Date; now: Date },
): Promise<void> {
  const last = monthStart(now, MONTHS_AHEAD).getTime();
  for (let plus = 0; monthStart(from, plus).getTime() <= last; plus += 1) {
    const month = monthStart(from, plus).toISOString().slice(0, 10);
    for (const table of tables) {
      await sql`select make_call_partition(${table}, ${month}::date)`.execute(db);
    }
  }
}
