import { sql } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";

export interface StoredSound {
  id: string;
  name: string;
  format: "wav" | "mp3" | "ogg";
  bytes: Buffer;
}

export async function insertStationSound(trx: Trx, station: string, sound: StoredSound) {
  await trx
    .insertInto("station_sound")
    .values({ ...sound, station_id: station })
    .execute();
}

export async function findSound(db: Db, id: string) {
  const row = await db
    .selectFrom("station_sound")
    .select(["format", "bytes"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function hasSound(db: Db, station: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("station_sound")
    .select("id")
    .where("station_id", "=", station)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countSounds(db: Db, station: string): Promise<number> {
  const { count } = await db
    .selectFrom("station_sound")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("station_id", "=", station)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes sounds that neither the station nor a line nor a recording notice uses. Sounds in
 * `replaced` are deleted immediately. Other sounds are deleted an hour after they were stored,
 * because an open form may still save them.
 */
export async function deleteUnusedSounds(trx: Trx, station: string, replaced: readonly string[]) {
  await sql`
    delete from station_sound s
    where s.station_id = ${station}
      and (s.id = any(${[...replaced]}::uuid[]) or s.created_at < now() - interval '1 hour')
      and not exists (
        select from station
        where station.id = s.station_id
          and 'sound:' || s.id = split_part(recording_notice_url, '/', 1))
      and not exists (
        select from station_telephony t
        where t.station_id = s.station_id and 'sound:' || s.id in (
          split_part(t.hold_music_url, '/', 1),
          split_part(t.line_closed_url, '/', 1),
          split_part(t.lines_busy_url, '/', 1)))
      and not exists (
        select from phone_line l
        where l.station_id = s.station_id and 'sound:' || s.id in (
          split_part(l.hold_music_url, '/', 1),
          split_part(l.line_closed_url, '/', 1)))`.execute(trx);
}
