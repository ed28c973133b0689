import { sql, type Kysely } from "kysely";

/** Who started a contest, whatever they are called; the name that its log shows stays beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contest add column started_by_id uuid references "user"`.execute(db);
}
