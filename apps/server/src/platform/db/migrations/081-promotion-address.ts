import { sql, type Kysely } from "kysely";

const promotion = sql`
  alter table promotion_system
    add column url text,
    add column secret text,
    add check ((url is null) = (secret is null))
`;

/** A promotion system that is set in the admin area; its secret is sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await promotion.execute(db);
}
