import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";

export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    throw new Error("the database returned no time");
  }
  return row.now;
}

/** Returns the end of the station's rehearsal; `null` when no rehearsal runs. */
export async function findRehearsalEnd(db: Db, station: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("station_telephony")
    .select("rehearsal_until")
    .where("station_id", "=", station)
    .where("rehearsal_until", ">", now)
    .executeTakeFirst();
  return row?.rehearsal_until ?? null;
}

/** Starts or ends a rehearsal; returns false when another rehearsal is still running. */
export async function writeRehearsalEnd(
  db: Db,
  { station, until, now }: { station: string; until: Date | null; now: Date },
): Promise<boolean> {
  const written = await db
    .insertInto("station_telephony")
    .values({ station_id: station, rehearsal_until: until })
    .onConflict((conflict) =>
      conflict
        .column("station_id")
        .doUpdateSet({ rehearsal_until: until })
        .where((eb) =>
          eb.or([
            eb.val(until === null),
            eb("station_telephony.rehearsal_until", "is", null),
            eb("station_telephony.rehearsal_until", "<=", now),
          ]),
        ),
    )
    .returning("station_id")
    .executeTakeFirst();
  return written !== undefined;
}

const HOUR_MS = 3_600_000;

export async function countTestCalls(db: Db, station: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("station_id", "=", station)
    .where("action", "=", "telephony.tested")
    .where("at", ">", new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return Number(count);
}
