import { sql, type Kysely } from "kysely";

const numbersFrom = sql`
  alter table station add column numbers_from text
    check (numbers_from in ('presenter', 'producer', 'admin', 'owner', 'nobody'));
`;

/** From which role on a station shows callers' numbers whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await numbersFrom.execute(db);
}
