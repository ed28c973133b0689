import type { CallerIdState } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface CallerIdRow {
  id: string;
  number: string;
  name: string;
  state: CallerIdState;
  code: string | null;
  requestedAt: Date;
  verifiedAt: Date | null;
  serviceSid: string | null;
  /** The telephony service that has verified the number. */
  service: string;
  inUse: boolean;
}

function callerIdQuery(db: Db) {
  return db
    .selectFrom("caller_id")
    .select(["id", "number", "name", "state", "code"])
    .select(["requested_at as requestedAt", "verified_at as verifiedAt"])
    .select(["service_sid as serviceSid", "service", "in_use as inUse"]);
}

const LIST_LIMIT = 100;

export function listRows(db: Db, station: string): Promise<CallerIdRow[]> {
  return callerIdQuery(db)
    .where("station_id", "=", station)
    .orderBy("number")
    .limit(LIST_LIMIT)
    .execute();
}

interface Named {
  station: string;
  callerId: string;
}

/** Returns the row, locked until the transaction ends; `null` for a row of another station. */
export async function lockRow(trx: Trx, { station, callerId }: Named): Promise<CallerIdRow | null> {
  const row = await callerIdQuery(trx)
    .where("station_id", "=", station)
    .where("id", "=", callerId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRowById(trx: Trx, callerId: string) {
  const row = await callerIdQuery(trx)
    .select("station_id as station")
    .where("id", "=", callerId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function countRequests(db: Db, station: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("station_id", "=", station)
    .where("action", "=", "caller_id.requested")
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function upsertCalling(
  trx: Trx,
  {
    station,
    number,
    name,
    service,
    at,
  }: { station: string; number: string; name: string; service: string; at: Date },
): Promise<string> {
  const calling = { name, state: "calling" as const, code: null, service, requested_at: at };
  const { id } = await trx
    .insertInto("caller_id")
    .values({ id: uuidV7(), station_id: station, number, ...calling })
    .onConflict((conflict) => conflict.columns(["station_id", "number"]).doUpdateSet(calling))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRow(
  trx: Trx,
  callerId: string,
  change: { state: CallerIdState; code: string | null; serviceSid?: string; verifiedAt?: Date },
): Promise<void> {
  const { state, code, serviceSid, verifiedAt } = change;
  await trx
    .updateTable("caller_id")
    .set({
      state,
      code,
      ...(serviceSid === undefined ? {} : { service_sid: serviceSid }),
      ...(verifiedAt === undefined ? {} : { verified_at: verifiedAt }),
    })
    .where("id", "=", callerId)
    .execute();
}

export async function updateInUse(trx: Trx, { station, callerId }: Named, inUse: boolean) {
  await trx
    .updateTable("caller_id")
    .set({ in_use: false })
    .where("station_id", "=", station)
    .where("in_use", "=", true)
    .execute();
  if (inUse) {
    await trx.updateTable("caller_id").set({ in_use: true }).where("id", "=", callerId).execute();
  }
}

export async function deleteRow(trx: Trx, callerId: string): Promise<void> {
  await trx.deleteFrom("caller_id").where("id", "=", callerId).execute();
}
