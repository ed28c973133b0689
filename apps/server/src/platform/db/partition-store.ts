import { sql } from "kysely";

import type { Db } from "./database.ts";

const MONTHS_AHEAD = 3;

function monthStart(at: Date, plus: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + plus, 1));
}

function suffix(month: Date): string {
  return month.toISOString().slice(0, 7).replace("-", "_");
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
    const bounds = { start: monthStart(from, plus), end: monthStart(from, plus + 1) };
    for (const table of tables) {
      await ensurePartition(db, table, bounds);
    }
  }
}

async function ensurePartition(db: Db, table: string, { start, end }: { start: Date; end: Date }) {
  const name = sql.table(`${table}_${suffix(start)}`);
  const from = sql.lit(start.toISOString());
  const to = sql.lit(end.toISOString());
  await db.transaction().execute(async (trx) => {
    // With "if not exists" alone, two creators of the same table can still collide.
    await sql`select pg_advisory_xact_lock(hashtext('linedesk.partitions'))`.execute(trx);
    await sql`create table if not exists ${name} partition of ${sql.table(table)}
      for values from (${from}) to (${to})`.execute(trx);
  });
}
