import * as z from "zod";

import { seatLines, type Seat } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";

/** The limit is the size of a station's presence channel. */
const SEAT_LIMIT = 500;

const seatRow = z.object({ user: z.string(), asleep: z.boolean(), lines: seatLines });

export async function findSeats(db: Db, station: string, since: Date): Promise<Seat[]> {
  const rows = await db
    .selectFrom("seat")
    .select(["user_id as user", "asleep", "lines"])
    .where("station_id", "=", station)
    .where("beat_at", ">=", since)
    .orderBy("user_id")
    .limit(SEAT_LIMIT)
    .execute();
  return z.array(seatRow).parse(rows);
}

export interface SeatHeartbeat {
  station: string;
  user: string;
  lines: Seat["lines"];
  at: Date;
}

/** Stores the heartbeat. Returns true when the seat changed. */
export async function writeHeartbeat(
  trx: Trx,
  { station, user, lines, at }: SeatHeartbeat,
): Promise<boolean> {
  const before = await trx
    .selectFrom("seat")
    .select(["user_id as user", "asleep", "lines"])
    .where("station_id", "=", station)
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  const values = { station_id: station, user_id: user, beat_at: at, lines: JSON.stringify(lines) };
  await trx
    .insertInto("seat")
    .values(values)
    .onConflict((row) =>
      row
        .columns(["station_id", "user_id"])
        .doUpdateSet({ beat_at: at, lines: values.lines, asleep: false }),
    )
    .execute();
  if (before === undefined) {
    return true;
  }
  const known = seatRow.parse(before);
  return known.asleep || known.lines.line1 !== lines.line1 || known.lines.line2 !== lines.line2;
}

export type SleepingSeat = Seat & { station: string };

/** Returns true when `markAsleep` would mark a seat. */
export async function hasSilentSeat(db: Db, before: Date): Promise<boolean> {
  const seat = await db
    .selectFrom("seat")
    .select("user_id")
    .where("beat_at", "<", before)
    .where("asleep", "=", false)
    .limit(1)
    .executeTakeFirst();
  return seat !== undefined;
}

/** Marks every seat with an older last heartbeat as asleep. Returns those that were awake. */
export async function markAsleep(trx: Trx, before: Date): Promise<SleepingSeat[]> {
  const rows = await trx
    .updateTable("seat")
    .set({ asleep: true })
    .where("beat_at", "<", before)
    .where("asleep", "=", false)
    .returning(["station_id as station", "user_id as user", "asleep", "lines"])
    .execute();
  return z.array(seatRow.extend({ station: z.string() })).parse(rows);
}
