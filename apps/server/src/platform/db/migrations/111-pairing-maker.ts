import { sql, type Kysely } from "kysely";

/** Who made a pairing code, with whose right it ends; those that there are end with the upgrade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audio_server add column code_by uuid references "user"`.execute(db);
}
