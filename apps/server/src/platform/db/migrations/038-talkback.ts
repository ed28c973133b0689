import { sql, type Kysely } from "kysely";

/** A member of a conference with whom an operator talks privately, outside of its room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conference_member add column talkback boolean not null default false`.execute(db);
}
