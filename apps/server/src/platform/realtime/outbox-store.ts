import { sql } from "kysely";

import type { Db } from "../db/database.ts";

export interface OutboxRow {
  id: number;
  channel: string;
  event: string;
  payload: object;
}

/** The notification that wakes the relay; sent by the database when the transaction commits. */
export const OUTBOX_NOTIFICATION = "linedesk_outbox";

/**
 * The station's next number. The row stays locked until the transaction ends, so numbers are
 * committed in order and a rolled-back one is used again: there are no gaps.
 */
export async function nextSeq(db: Db, stationId: string): Promise<number> {
  const { seq } = await db
    .insertInto("station_seq")
    .values({ station_id: stationId, seq: 1 })
    .onConflict((conflict) =>
      conflict
        .column("station_id")
        .doUpdateSet((eb) => ({ seq: eb("station_seq.seq", "+", eb.lit(1)) })),
    )
    .returning("seq")
    .executeTakeFirstOrThrow();
  return seq;
}

/** The number of the station's last event; 0 before the first. */
export async function readSeq(db: Db, stationId: string): Promise<number> {
  const row = await db
    .selectFrom("station_seq")
    .select("seq")
    .where("station_id", "=", stationId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

export interface NewOutboxRow {
  channel: string;
  event: string;
  payload: object;
  stationId?: string;
  seq?: number;
}

export async function appendOutbox(db: Db, row: NewOutboxRow): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      channel: row.channel,
      event: row.event,
      payload: JSON.stringify(row.payload),
      station_id: row.stationId ?? null,
      seq: row.seq ?? null,
    })
    .execute();
  await sql`select pg_notify(${OUTBOX_NOTIFICATION}, '')`.execute(db);
}

/** Committed rows that have not left yet, in the order in which they were numbered. */
export async function unsentRows(db: Db, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom("outbox")
    .select(["id", "channel", "event", "payload"])
    .where("sent_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function markSent(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ sent_at: sql<Date>`now()` })
    .where("id", "in", ids)
    .execute();
}

/** Forgets rows older than `before`, sent or not; answers how many. */
export async function pruneOutbox(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom("outbox").where("created_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function countUnsent(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("sent_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
