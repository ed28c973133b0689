import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";

/** At most this many names of callers are read. */
const MOST_NAMES = 1_000_000;

/** Returns the names of people in the database. */
export async function listNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    (select distinct name from caller where name is not null limit ${MOST_NAMES})
    union select distinct name from contact
    union select name from "user"
    union select distinct name from prize_win where name is not null
    union select distinct name from contest_entry where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

export interface TableFigure {
  table: string;
  rows: number;
  bytes: number;
}

/** Returns the size of each table, the largest first, with its partitions. */
export async function listTableFigures(db: Db): Promise<TableFigure[]> {
  const { rows } = await sql<TableFigure>`
    select relname as "table", n_live_tup as rows, pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables order by 3 desc, 1 limit 200`.execute(db);
  return rows;
}
