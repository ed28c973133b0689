import { sql, type Kysely } from "kysely";

/** The programme behind a caller's voice; the key with which who waits asks to be rung back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table call add column programme_audible boolean not null default false`.execute(
    db,
  );
  await sql`
    alter table station add column call_back_digit text
      check (call_back_digit ~ '^[0-9*#]$')`.execute(db);
}
