import { sql, type Kysely } from "kysely";

/** A number may belong to several callers of a station: families share a telephone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table caller_number
      drop constraint caller_number_pkey,
      add primary key (station_id, number, caller_id)
  `.execute(db);
}
