import * as z from "zod";

import {
  numbersFrom,
  type RecordingMode,
  role,
  seesNumbers,
  type Station,
} from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

/** A person is a member of few stations. Stations beyond this limit are not shown. */
const STATION_LIMIT = 500;

const memberRow = z.object({
  id: z.string(),
  callSign: z.string(),
  name: z.string(),
  role,
  colour: z.nullable(z.string()),
  numbersFrom,
});

export async function findStationsOfUser(db: Db, user: string): Promise<Station[]> {
  const rows = await db
    .selectFrom("membership as m")
    .innerJoin("station as s", "s.id", "m.station_id")
    .select([
      "s.id",
      "s.call_sign as callSign",
      "s.name",
      "m.role",
      "s.colour",
      "s.numbers_from as numbersFrom",
    ])
    .where("m.user_id", "=", user)
    .orderBy("s.call_sign")
    .limit(STATION_LIMIT)
    .execute();
  return z
    .array(memberRow)
    .parse(rows)
    .map(({ numbersFrom: from, ...station }) =>
      from === null
        ? station
        : { ...station, numbers: seesNumbers(station.role, from) ? "whole" : "masked" },
    );
}

export async function findLogo(db: Db, station: string): Promise<string | null> {
  const row = await db
    .selectFrom("station")
    .select("logo")
    .where("id", "=", station)
    .executeTakeFirst();
  return row?.logo ?? null;
}

/** Returns the new station's id; `null` when another station has the call sign. */
export async function insertStation(
  trx: Trx,
  { callSign, name }: { callSign: string; name: string },
): Promise<string | null> {
  const made = await trx
    .insertInto("station")
    .values({ id: uuidV7(), call_sign: callSign, name })
    .onConflict((conflict) => conflict.column("call_sign").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) {
    return null;
  }
  await trx.insertInto("station_telephony").values({ station_id: made.id }).execute();
  return made.id;
}

/**
 * Returns every station with the number of its lines and the number of its people, sorted by call
 * sign.
 */
export async function listStations(db: Db) {
  return db
    .selectFrom("station as s")
    .select((all) => [
      "s.call_sign as callSign",
      "s.name",
      all
        .selectFrom("phone_line as l")
        .whereRef("l.station_id", "=", "s.id")
        .select((line) => line.fn.countAll<number>().as("count"))
        .as("lines"),
      all
        .selectFrom("membership as m")
        .whereRef("m.station_id", "=", "s.id")
        .select((member) => member.fn.countAll<number>().as("count"))
        .as("people"),
    ])
    .orderBy("s.call_sign")
    .execute();
}

export async function findStationByCallSign(db: Db, callSign: string): Promise<string | null> {
  const row = await db
    .selectFrom("station")
    .select("id")
    .where("call_sign", "=", callSign)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findRecordingMode(db: Db, station: string): Promise<RecordingMode> {
  const row = await db
    .selectFrom("station")
    .select("recording_mode")
    .where("id", "=", station)
    .executeTakeFirst();
  return row?.recording_mode ?? "off";
}

export async function findShownNumber(db: Db, station: string) {
  const row = await db
    .selectFrom("caller_id")
    .select(["number", "name", "service"])
    .where("station_id", "=", station)
    .where("in_use", "=", true)
    .where("state", "=", "verified")
    .executeTakeFirst();
  return row ?? null;
}
