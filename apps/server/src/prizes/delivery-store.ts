import { sql } from "kysely";
import * as z from "zod";

import { winMark, type WinMark } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

export async function queueDelivery(
  trx: Trx,
  { win, station, at }: { win: string; station: string; at: Date },
): Promise<void> {
  await trx
    .insertInto("prize_delivery")
    .values({ win_id: win, station_id: station, next_at: at })
    .onConflict((conflict) =>
      conflict.column("win_id").doUpdateSet({ next_at: at, attempts: 0, delivered_at: null }),
    )
    .execute();
}

export interface DueDelivery {
  win: string;
  station: string;
  attempts: number;
}

/** Takes the delivery that has been due longest and leases it until `until`. */
export async function takeDueDelivery(db: Db, { now, until }: { now: Date; until: Date }) {
  const { rows } = await sql<DueDelivery>`
    update prize_delivery set attempts = attempts + 1, next_at = ${until}
    where win_id = (
      select win_id from prize_delivery where delivered_at is null and next_at <= ${now}
      order by next_at limit 1 for update skip locked)
    returning win_id as win, station_id as station, attempts`.execute(db);
  return rows[0] ?? null;
}

export async function postponeDelivery(db: Db, win: string, nextAt: Date): Promise<void> {
  await db
    .updateTable("prize_delivery")
    .set({ next_at: nextAt })
    .where("win_id", "=", win)
    .where("delivered_at", "is", null)
    .execute();
}

/**
 * Marks this version of the win as delivered. Returns false if the win has a newer version, which
 * must be sent too.
 */
export async function markDelivered(
  trx: Trx,
  { win, version, at }: { win: string; version: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update prize_delivery d set delivered_at = ${at} from prize_win w
    where d.win_id = ${win} and w.id = d.win_id and w.version = ${version}
    returning d.win_id`.execute(trx);
  return rows.length > 0;
}

export async function countWaiting(db: Db, station: string): Promise<number> {
  const { count } = await db
    .selectFrom("prize_delivery")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("delivered_at", "is", null)
    .where("station_id", "=", station)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findDownSince(db: Db): Promise<Date | null> {
  const row = await db.selectFrom("promotion_system").select("down_since").executeTakeFirst();
  return row?.down_since ?? null;
}

/**
 * Stores the time of the first failure, at which the system went down; `null` means that the system
 * answers. A later failure does not change the time.
 */
export async function saveDownSince(db: Db, at: Date | null): Promise<void> {
  await db
    .updateTable("promotion_system")
    .set({ down_since: at })
    .where("down_since", at === null ? "is not" : "is", null)
    .execute();
}

export interface KnownListener {
  listenerId: string | null;
  hold: WinMark | null;
  knownAt: Date;
}

export async function findListener(
  db: Db,
  { station, number }: { station: string; number: string },
): Promise<KnownListener | null> {
  const row = await db
    .selectFrom("prize_listener")
    .select(["listener_id as listenerId", "hold", "known_at as knownAt"])
    .where("station_id", "=", station)
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, hold: z.nullable(winMark).parse(row.hold) };
}

export async function saveListener(
  db: Db,
  { station, number }: { station: string; number: string },
  { listenerId, hold, knownAt }: KnownListener,
): Promise<void> {
  const columns = {
    listener_id: listenerId,
    hold: hold === null ? null : JSON.stringify(hold),
    known_at: knownAt,
  };
  await db
    .insertInto("prize_listener")
    .values({ station_id: station, number, ...columns })
    .onConflict((conflict) => conflict.columns(["station_id", "number"]).doUpdateSet(columns))
    .execute();
}

export interface UnexpectedCall {
  call: string;
  station: string;
  number: string;
}

const MAX_UNEXPECTED = 20;

/**
 * Lists live calls for whose number the promotion system was never queried, or was last queried
 * more than `knownForMs` before the ring.
 */
export async function listUnqueriedCalls(db: Db, knownForMs: number): Promise<UnexpectedCall[]> {
  const { rows } = await sql<UnexpectedCall>`
    select c.id as call, c.station_id as station, coalesce(c.number, c.given_number) as number
    from call as c left join prize_listener as l
      on l.station_id = c.station_id and l.number = coalesce(c.number, c.given_number)
    where c.ended_at is null and not c.rehearsal and coalesce(c.number, c.given_number) is not null
      and (l.known_at is null or l.known_at < c.arrived_at - ${knownForMs} * interval '1 ms')
    order by c.id limit ${MAX_UNEXPECTED}`.execute(db);
  return rows;
}

/**
 * Counts wins that the outside system has not accepted. The age counts from the time of the win.
 */
export async function findPromotionLag(db: Db): Promise<{ waiting: number; oldestS: number }> {
  const { rows } = await sql<{ waiting: number; oldestS: number | null }>`
    select count(*)::int as waiting,
      extract(epoch from now() - min(w.won_at))::float8 as "oldestS"
    from prize_delivery d join prize_win w on w.id = d.win_id
    where d.delivered_at is null`.execute(db);
  const [{ waiting, oldestS } = { waiting: 0, oldestS: null }] = rows;
  return { waiting, oldestS: Math.max(0, oldestS ?? 0) };
}
