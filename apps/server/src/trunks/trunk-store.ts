import { sql, type Insertable, type Selectable } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";
import type { TrunkTable } from "../platform/db/tables/telephony-tables.ts";

export type TrunkRow = Selectable<TrunkTable>;
export type TrunkFields = Omit<TrunkRow, "id" | "created_at" | "version">;

export async function findTrunks(db: Db): Promise<TrunkRow[]> {
  return db.selectFrom("trunk").selectAll().orderBy("name").execute();
}

export async function findTrunk(db: Db, id: string): Promise<TrunkRow | null> {
  return (await db.selectFrom("trunk").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function lockTrunks(trx: Trx): Promise<TrunkRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('linedesk.trunks', 0))`.execute(trx);
  return findTrunks(trx);
}

export async function insertTrunk(trx: Trx, row: Insertable<TrunkTable>): Promise<TrunkRow> {
  return trx.insertInto("trunk").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateTrunk(trx: Trx, id: string, fields: TrunkFields): Promise<TrunkRow> {
  return trx
    .updateTable("trunk")
    .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTrunk(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("trunk").where("id", "=", id).execute();
}
