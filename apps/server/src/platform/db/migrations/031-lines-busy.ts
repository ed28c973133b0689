import { sql, type Kysely } from "kysely";

/** What a rejected caller of the station hears; the built-in message where nothing is set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_telephony add column lines_busy_url text`.execute(db);
}
