import { sql, type Selectable } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";
import type { TelephonyAccountTable } from "../platform/db/tables/telephony-tables.ts";

export type AccountRow = Omit<Selectable<TelephonyAccountTable>, "id">;

export async function findAccount(db: Db): Promise<AccountRow | null> {
  return (await db.selectFrom("telephony_account").selectAll().executeTakeFirst()) ?? null;
}

export async function lockAccount(trx: Trx): Promise<AccountRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('linedesk.account', 0))`.execute(trx);
  return findAccount(trx);
}

export async function saveAccount(trx: Trx, row: AccountRow): Promise<void> {
  await trx
    .insertInto("telephony_account")
    .values(row)
    .onConflict((on) => on.column("id").doUpdateSet(row))
    .execute();
}

export async function deleteAccount(trx: Trx): Promise<void> {
  await trx.deleteFrom("telephony_account").execute();
}
