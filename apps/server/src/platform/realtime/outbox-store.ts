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

export async function readSeq(db: Db, stationId: string): Promise<number> {
  const row = await db
    .selectFrom("station_seq")
    .select("seq")
    .where("station_id", "=", stationId)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** The name of the lease of the one server that sends to an external service. */
export const RELAY_LEASE = "relay";

export interface UnsentQuery {
  holder: string;
  limit: number;
  /** The rows with these ids are sent, and are marked by the same statement. */
  sent: readonly number[];
}

/**
 * Returns committed unsent rows in the order of their ids. Returns no rows unless this server
 * leads, by the database's clock.
 */
export async function unsentRows(
  db: Db,
  { holder, limit, sent }: UnsentQuery,
): Promise<OutboxRow[]> {
  if (sent.length === 0) {
    return unsent(db, { holder, limit }).execute();
  }
  const marked = db
    .updateTable("outbox")
    .set({ sent_at: sql<Date>`now()` })
    .where("id", "in", sent);
  return unsent(
    db.with("marked", () => marked),
    { holder, limit },
  )
    .where("o.id", "not in", sent)
    .execute();
}

function unsent(db: Pick<Db, "selectFrom">, { holder, limit }: Omit<UnsentQuery, "sent">) {
  return db
    .selectFrom("outbox as o")
    .leftJoin("station as s", (join) =>
      join.onRef("s.id", "=", "o.station_id").on("s.numbers_from", "is not", null),
    )
    .select(["o.id", "o.channel", "o.event", "o.payload", "s.id as masking"])
    .where("o.sent_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("leader_lease")
          .where("name", "=", RELAY_LEASE)
          .where("holder", "=", holder)
          .where("expires_at", ">", sql<Date>`clock_timestamp()`),
      ),
    )
    .orderBy("o.id")
    .limit(limit);
}

export interface ReadRow extends OutboxRow {
  /** The number of an event of a station. */
  seq: number | null;
  /** The payload as it is sent; without it the payload is converted. */
  data?: string;
  /**
   * Is true on exactly one of several servers. This server does the work that must be done only
   * once.
   */
  isFirst: boolean;
}

/**
 * Returns the committed rows after an id, and those with the ids that were missing, in the order of
 * their ids. Marks them as sent. A row that another server is marking now is left to that server.
 */
export async function readRows(
  db: Db,
  { last, missing, limit }: { last: number; missing: readonly number[]; limit: number },
): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    with found as materialized (
      select o.id, o.channel, o.event, o.payload, o.seq, s.id as masking
      from outbox o
      left join station s on s.id = o.station_id and s.numbers_from is not null
      where o.id > ${last} or o.id = any(${missing}::bigint[])
      order by o.id limit ${limit}
    ), marked as (
      update outbox set sent_at = now()
      where id in (
        select id from outbox where id in (select id from found) and sent_at is null
        order by id for update skip locked)
      returning id
    )
    select found.*, exists (select from marked where marked.id = found.id) as "isFirst"
    from found order by id`.execute(db);
  return rows;
}

/** Marks rows as sent that a notification contained. */
export async function markRows(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update outbox set sent_at = now()
    where id in (
      select id from outbox where id = any(${ids}::bigint[]) and sent_at is null
      order by id for update skip locked)`.execute(db);
}

/** Ids below the newest one that an open transaction may still have. */
const MAX_OPEN = 1_000;

/** Returns where a server begins to read: at the oldest row that no server has read. */
export async function findOutboxStart(db: Db): Promise<{ last: number; missing: number[] }> {
  const { rows } = await sql<{ last: number; missing: number[] }>`
    with start as (
      select coalesce(
        (select min(id) - 1 from outbox where sent_at is null), (select max(id) from outbox), 0
      ) as last
    )
    select last, array(
      select id from generate_series(greatest(1, last - ${MAX_OPEN}), last) as id
      where not exists (select from outbox where outbox.id = id.id)) as missing
    from start`.execute(db);
  const [start] = rows;
  return { last: start?.last ?? 0, missing: (start?.missing ?? []).map(Number) };
}

export async function readTransactionBounds(db: Db): Promise<{ oldest: number; next: number }> {
  const { rows } = await sql<{ oldest: number; next: number }>`
    select pg_snapshot_xmin(at)::text::bigint as oldest, pg_snapshot_xmax(at)::text::bigint as next
    from (select pg_current_snapshot() as at) as now`.execute(db);
  const [bounds] = rows;
  if (bounds === undefined) {
    throw new Error("the database returned no snapshot");
  }
  return bounds;
}

/** Deletes rows older than this, sent or not; returns their number. */
export async function pruneOutbox(db: Db, olderThanMs: number): Promise<number> {
  const result = await db
    .deleteFrom("outbox")
    .where(
      "created_at",
      "<",
      sql<Date>`clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`,
    )
    .executeTakeFirst();
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
