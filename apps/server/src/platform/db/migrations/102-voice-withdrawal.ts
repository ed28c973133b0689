import { sql, type Kysely } from "kysely";

/** Whose voice tokens are void, until the telephony service has been told so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table voice_withdrawal (
      identity text primary key,
      void_at timestamptz not null
    )`.execute(db);
}
