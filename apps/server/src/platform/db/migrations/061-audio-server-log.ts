import { sql, type Kysely } from "kysely";

/** The log that an admin has asked an audio server for: one of each, the newest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audio_server_log (
      audio_server_id uuid primary key references audio_server,
      request_id uuid not null,
      requested_at timestamptz not null,
      text text check (length(text) <= 100000)
    )`.execute(db);
}
