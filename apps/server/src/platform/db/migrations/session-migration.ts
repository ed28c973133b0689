import { sql, type Kysely } from "kysely";

/** The table of sessions. Only a hash of the token is kept: a copy of the table opens nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references "user" on delete cascade,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      id_token_hint text,
      user_agent text
    )
  `.execute(db);
  await sql`create index session_of_user on session (user_id) where revoked_at is null`.execute(db);
  await sql`create index session_age on session (expires_at)`.execute(db);
}
