import { sql, type Kysely } from "kysely";

/** Whether a line's number is known to be the station's; those that there are are believed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table phone_line add column is_own boolean not null default true`.execute(db);
}
