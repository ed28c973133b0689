import { sql, type Kysely } from "kysely";

/** In which order a caller was given numbers: their own order would tell those that are masked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table caller_number add column position bigint not null generated always as identity
  `.execute(db);
}
