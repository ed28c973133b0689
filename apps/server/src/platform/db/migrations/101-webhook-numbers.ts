import { sql, type Kysely } from "kysely";

/** A webhook of a station that masks callers' numbers has them masked, unless somebody says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integration add column whole_numbers boolean not null default false`.execute(
    db,
  );
}
