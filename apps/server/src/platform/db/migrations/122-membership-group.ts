import { sql, type Kysely } from "kysely";

/** The group of the sign-in that gives a role; null by hand, and where it is not known yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table membership add column group_name text`.execute(db);
}
