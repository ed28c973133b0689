import type { Db, Trx } from "../../platform/db/database.ts";

export async function findAirReadyRequired(db: Db, station: string): Promise<boolean> {
  const row = await db
    .selectFrom("station")
    .select("requires_air_ready")
    .where("id", "=", station)
    .executeTakeFirst();
  return row?.requires_air_ready ?? false;
}

export async function saveAirReadyRequired(trx: Trx, station: string, required: boolean) {
  await trx
    .updateTable("station")
    .set({ requires_air_ready: required })
    .where("id", "=", station)
    .execute();
}

export async function findCallBackDigit(db: Db, station: string): Promise<string | null> {
  const row = await db
    .selectFrom("station")
    .select("call_back_digit")
    .where("id", "=", station)
    .executeTakeFirst();
  return row?.call_back_digit ?? null;
}

export async function saveCallBackDigit(trx: Trx, station: string, digit: string | null) {
  await trx
    .updateTable("station")
    .set({ call_back_digit: digit })
    .where("id", "=", station)
    .execute();
}

export async function findDumpAllowed(db: Db, station: string): Promise<boolean> {
  const row = await db
    .selectFrom("station")
    .select("allows_dump")
    .where("id", "=", station)
    .executeTakeFirst();
  return row?.allows_dump ?? false;
}

export async function saveDumpAllowed(trx: Trx, station: string, allowed: boolean) {
  await trx
    .updateTable("station")
    .set({ allows_dump: allowed })
    .where("id", "=", station)
    .execute();
}
