import { sql } from "kysely";

import type { PartState } from "@linedesk/contract";
import { MAIN_SERVICE } from "../config/main-service.ts";
import type { Db, Trx } from "../platform/db/database.ts";

export interface StationQueue {
  station: string;
  /** The queue's sid at the telephony service; `null` until it exists there. */
  queueSid: string | null;
}

/** Returns the stations in the order of their ids. */
export async function listStations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("station").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export async function listQueues(db: Db, service: string): Promise<StationQueue[]> {
  return db
    .selectFrom("station as s")
    .leftJoin("station_queue as q", (join) =>
      join.onRef("q.station_id", "=", "s.id").on("q.service", "=", service),
    )
    .select(["s.id as station", "q.sid as queueSid"])
    .orderBy("s.id")
    .execute();
}

interface QueuePlace {
  service: string;
  station: string;
}

export async function findQueueSid(
  db: Db,
  { service, station }: QueuePlace,
): Promise<string | null> {
  const row = await db
    .selectFrom("station_queue")
    .select("sid")
    .where("station_id", "=", station)
    .where("service", "=", service)
    .executeTakeFirst();
  return row?.sid ?? null;
}

export async function saveQueueSid(
  db: Db,
  { service, station }: QueuePlace,
  sid: string,
): Promise<void> {
  await db
    .insertInto("station_queue")
    .values({ station_id: station, service, sid })
    .onConflict((conflict) => conflict.columns(["station_id", "service"]).doUpdateSet({ sid }))
    .execute();
}

interface ResourceName {
  service: string;
  name: string;
}

export async function findResource(
  db: Db,
  { service, name }: ResourceName,
): Promise<string | null> {
  const row = await db
    .selectFrom("service_resource")
    .select("sid")
    .where("service", "=", service)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.sid ?? null;
}

export async function saveResource(db: Db, named: ResourceName, sid: string): Promise<void> {
  await db
    .insertInto("service_resource")
    .values({ ...named, sid })
    .onConflict((conflict) => conflict.columns(["service", "name"]).doUpdateSet({ sid }))
    .execute();
}

/** Returns the stored value, or stores this one; several servers that start get the same one. */
export async function findOrSaveResource(
  db: Db,
  named: ResourceName,
  made: string,
): Promise<string> {
  await db
    .insertInto("service_resource")
    .values({ ...named, sid: made })
    .onConflict((conflict) => conflict.columns(["service", "name"]).doNothing())
    .execute();
  return (await findResource(db, named)) ?? made;
}

/** Returns the last known state of each telephony service that has one. */
export async function listServiceStates(db: Db): Promise<ReadonlyMap<string, PartState>> {
  const rows = await db.selectFrom("service_state").select(["service", "state"]).execute();
  return new Map(rows.map(({ service, state }) => [service, state]));
}

/** Locks the states until the transaction ends, so that servers change them one after the other. */
export async function lockServiceStates(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('linedesk.services', 0))`.execute(trx);
}

/** Returns the name of the lease whose holder monitors the telephony service. */
export function telephonyLease(service: string): string {
  return service === MAIN_SERVICE ? "telephony" : `telephony.${service}`;
}

interface ServiceStateChange {
  service: string;
  state: PartState;
  at: Date;
  /** The server that has the lease. Without the lease, nothing is recorded. */
  leader: string;
}

/**
 * Records that the telephony service went down or came up. Returns true when this is a change. A
 * service without a record counts as up.
 */
export async function recordServiceState(
  trx: Trx,
  { service, state, at, leader }: ServiceStateChange,
): Promise<boolean> {
  await trx
    .insertInto("service_state")
    .values({ service, state: "up", since: at })
    .onConflict((conflict) => conflict.column("service").doNothing())
    .execute();
  const changed = await trx
    .updateTable("service_state")
    .set({ state, since: at })
    .where("service", "=", service)
    .where("state", "<>", state)
    .where((row) =>
      row.exists(
        row
          .selectFrom("leader_lease")
          .select("holder")
          .where("name", "=", telephonyLease(service))
          .where("holder", "=", leader)
          .where("expires_at", ">", sql<Date>`clock_timestamp()`),
      ),
    )
    .returning("state")
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Acquires the turn of a job that only one server does, every `everyMs`. Returns true when this
 * server may do it now.
 */
export async function acquireJobTurn(
  db: Db,
  turn: { name: string; everyMs: number; now: Date },
): Promise<boolean> {
  const { name, now } = turn;
  const due = new Date(now.getTime() - turn.everyMs);
  const taken = await db
    .insertInto("care_turn")
    .values({ name, taken_at: now })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ taken_at: now })
        // A turn in the future means that the clock was set back, so it does not block the next.
        .where((eb) =>
          eb.or([eb("care_turn.taken_at", "<=", due), eb("care_turn.taken_at", ">", now)]),
        ),
    )
    .returning("name")
    .executeTakeFirst();
  return taken !== undefined;
}
