import { sql } from "kysely";

import type { Db } from "../db/database.ts";

export interface OutboxRow {
  id: number;
  channel: string;
  event: string;
  payload: object;
  /** The station that masks callers' numbers for some of its seats; otherwise `null`. */
  masking: string | null;
}

/** The notification that wakes the relay. The database sends it when the transaction commits. */
export const OUTBOX_NOTIFICATION = "linedesk_outbox";

/** Has one row, whose `unsent` is true when committed rows wait. */
export const HAS_UNSENT_SQL = "select exists (select from outbox where sent_at is null) as unsent";

interface NumberedEvent {
  channel: string;
  event: string;
  payload: object;
  stationId: string;
}

/**
 * Writes an event with the station's next number and returns the number. The station's row stays
 * locked until the transaction ends, so numbers are committed in order and reused after a rollback,
 * without gaps. This is one statement, because all other transactions of the station wait for it.
 */
export async function appendNumbered(db: Db, row: NumberedEvent): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with numbered as (
      insert into station_seq (station_id, seq) values (${row.stationId}, 1)
      on conflict (station_id) do update set seq = station_seq.seq + 1
      returning seq
    ), appended as (
      insert into outbox (channel, event, payload, station_id, seq)
      select ${row.channel}::text, ${row.event}::text,
        ${JSON.stringify(row.payload)}::jsonb || jsonb_build_object('seq', seq),
        ${row.stationId}::uuid, seq
      from numbered
    )
    select seq, pg_notify(${OUTBOX_NOTIFICATION}, '') from numbered`.execute(db);
  const [numbered] = rows;
  if (numbered === undefined) {
    throw new Error("the event has no seq");
  }
  return numbered.seq;
}

export async function readSeq(db: Db, stationId: string): Promise<number> {
  const row = await db
    .selectFrom("station_seq")
    .select("seq")
    .where("station_id", "=", stationId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

export type NewOutboxRow = Omit<NumberedEvent, "stationId">;

export async function appendOutbox(db: Db, row: NewOutboxRow): Promise<void> {
  await db
    .insertInto("outbox")
    .values({
      channel: row.channel,
      event: row.event,
      payload: JSON.stringify(row.payload),
      station_id: null,
      seq: null,
    })
    .execute();
  await sql`select pg_notify(${OUTBOX_NOTIFICATION}, '')`.execute(db);
}

/**
 * Returns committed unsent rows in the order of their numbers. The same statement marks the rows
 * with the ids in `sent` as sent.
 */
export async function unsentRows(
  db: Db,
  limit: number,
  sent: readonly number[] = [],
): Promise<OutboxRow[]> {
  if (sent.length === 0) {
    return unsent(db, limit).execute();
  }
  const marked = db
    .updateTable("outbox")
    .set({ sent_at: sql<Date>`now()` })
    .where("id", "in", sent);
  return unsent(
    db.with("marked", () => marked),
    limit,
  )
    .where("o.id", "not in", sent)
    .execute();
}

function unsent(db: Pick<Db, "selectFrom">, limit: number) {
  return db
    .selectFrom("outbox as o")
    .leftJoin("station as s", (join) =>
      join.onRef("s.id", "=", "o.station_id").on("s.numbers_from", "is not", null),
    )
    .select(["o.id", "o.channel", "o.event", "o.payload", "s.id as masking"])
    .where("o.sent_at", "is", null)
    .orderBy("o.id")
    .limit(limit);
}

/** Deletes rows older than `before`, sent or not; returns their number. */
export async function pruneOutbox(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom("outbox").where("created_at", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The number of committed unsent events, and the age of the oldest in seconds. */
export interface OutboxLag {
  unsent: number;
  oldestS: number;
}

export async function findOutboxLag(db: Db): Promise<OutboxLag> {
  const lag = await db
    .selectFrom("outbox")
    .select((eb) => [
      eb.fn.countAll<number>().as("unsent"),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as("oldestS"),
    ])
    .where("sent_at", "is", null)
    .executeTakeFirstOrThrow();
  return { unsent: Number(lag.unsent), oldestS: lag.oldestS };
}
