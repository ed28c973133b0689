import { sql } from "kysely";

import type { PartState } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

export interface StationQueue {
  station: string;
  /** The queue's sid at the telephony service; `null` until it exists there. */
  queueSid: string | null;
}

/** Returns the stations in the order of their ids, in which transactions publish events. */
export async function listQueues(db: Db): Promise<StationQueue[]> {
  return db
    .selectFrom("station as s")
    .leftJoin("station_telephony as t", "t.station_id", "s.id")
    .select(["s.id as station", "t.queue_sid as queueSid"])
    .orderBy("s.id")
    .execute();
}

export async function findQueueSid(db: Db, station: string): Promise<string | null> {
  const row = await db
    .selectFrom("station_telephony")
    .select("queue_sid")
    .where("station_id", "=", station)
    .executeTakeFirst();
  return row?.queue_sid ?? null;
}

export async function saveQueueSid(db: Db, station: string, sid: string): Promise<void> {
  await db
    .insertInto("station_telephony")
    .values({ station_id: station, queue_sid: sid })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet({ queue_sid: sid }))
    .execute();
}

export async function findResource(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("telephony_resource")
    .select("sid")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.sid ?? null;
}

export async function saveResource(db: Db, name: string, sid: string): Promise<void> {
  await db
    .insertInto("telephony_resource")
    .values({ name, sid })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ sid }))
    .execute();
}

/** Returns the stored value, or stores this one; several servers that start get the same one. */
export async function findOrSaveResource(db: Db, name: string, made: string): Promise<string> {
  await db
    .insertInto("telephony_resource")
    .values({ name, sid: made })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await findResource(db, name)) ?? made;
}

/** Returns the last known state of the telephony service; `null` when none is known. */
export async function findTelephonyState(db: Db): Promise<PartState | null> {
  const row = await db.selectFrom("telephony_state").select("state").executeTakeFirst();
  return row?.state ?? null;
}

/** The server with this lease looks after the telephony service. */
export const TELEPHONY_LEASE = "telephony";

interface TelephonyStateChange {
  state: PartState;
  at: Date;
  /** The server that has the lease; another one changes nothing. */
  leader: string;
}

/**
 * Records that the telephony service went down or came up. Returns true when this is a change. A
 * service without a record counts as up.
 */
export async function recordTelephonyState(
  trx: Trx,
  { state, at, leader }: TelephonyStateChange,
): Promise<boolean> {
  await trx
    .insertInto("telephony_state")
    .values({ id: true, state: "up", since: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const changed = await trx
    .updateTable("telephony_state")
    .set({ state, since: at })
    .where("state", "<>", state)
    .where((row) =>
      row.exists(
        row
          .selectFrom("leader_lease")
          .select("holder")
          .where("name", "=", TELEPHONY_LEASE)
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
