import { sql, type Kysely } from "kysely";

const byLastDigits = sql`
  update contact set sort_name = right(replace(sort_name, ' ', ''), 3)
  where sort_name ~ '^[0-9 ]+$' and length(replace(sort_name, ' ', '')) >= 8;
`;

/** The place of a contact that is called as its number tells none of its hidden digits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await byLastDigits.execute(db);
}
