import { sql } from "kysely";

import type { Trx } from "./database.ts";
import type { Change } from "./migrations/schema-migration.ts";

/** A migration after which an older release cannot run on the database. */
interface FloorRow {
  migration: string;
  release: string;
}

/** The table has a row for each such migration. */
export const schemaFloorTable = sql`
  create table schema_floor (
    migration text primary key,
    oldest_release text not null,
    -- The newest migration of that release.
    oldest_migration text not null
  )`;

export async function raiseSchemaFloor(
  trx: Trx,
  migration: string,
  { contract }: Change,
): Promise<void> {
  if (contract !== undefined) {
    const { release, migration: newest } = contract.oldest;
    await sql`insert into schema_floor (migration, oldest_release, oldest_migration)
      values (${migration}, ${release}, ${newest})`.execute(trx);
  }
}

/**
 * Returns the newest migration on whose schema a version that knows only `known` must not run.
 */
export async function findSchemaFloorAbove(
  trx: Trx,
  known: readonly string[],
): Promise<FloorRow | null> {
  const { rows } = await sql<FloorRow>`
    select migration, oldest_release as release from schema_floor
    where oldest_migration <> all (${known}::text[])
    order by migration desc limit 1`.execute(trx);
  return rows[0] ?? null;
}
