import { sql, type Kysely } from "kysely";

/** Whom `OWNER_EMAIL` named at their last sign-in: they may make a station before there is one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user" add column owner boolean not null default false`.execute(db);
}
