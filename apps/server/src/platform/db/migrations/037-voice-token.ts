import { sql, type Kysely } from "kysely";

/**
 * Which session was last given a voice token, and when. It refers to no session or person: their
 * row may be deleted, and the softphone must end all the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voice_token (
      session_id uuid primary key,
      user_id uuid not null,
      issued_at timestamptz not null
    )
  `.execute(db);
  await sql`create index voice_token_of_user on voice_token (user_id)`.execute(db);
}
