import { sql } from "kysely";

import type { Db, Trx } from "../../src/platform/db/database.ts";

export async function readBackendPid(trx: Trx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  return rows[0]?.pid ?? 0;
}

/**
 * Counts the transactions that wait for a lock of the backend `holderPid`. A webhook that waits
 * behind one of these transactions is not counted.
 */
export async function countWaiting(db: Db, holderPid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and ${holderPid} = any(pg_blocking_pids(pid))`.execute(db);
  return rows[0]?.count ?? 0;
}
