import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";

/** Returns the moment at which PostgreSQL last started. */
export async function findDatabaseStart(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select pg_postmaster_start_time() as at`.execute(db);
  return rows[0]?.at ?? null;
}
