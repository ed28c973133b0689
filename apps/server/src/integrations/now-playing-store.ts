import type { Db, Trx } from "../platform/db/database.ts";

export interface PlayingRow {
  title: string;
  artist: string;
  at: Date;
}

export async function findNowPlaying(db: Db, station: string): Promise<PlayingRow | null> {
  const row = await db
    .selectFrom("now_playing")
    .select(["title", "artist", "at"])
    .where("station_id", "=", station)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveNowPlaying(trx: Trx, station: string, playing: PlayingRow) {
  await trx
    .insertInto("now_playing")
    .values({ station_id: station, ...playing })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet(playing))
    .execute();
}

export async function deleteNowPlaying(trx: Trx, station: string): Promise<void> {
  await trx.deleteFrom("now_playing").where("station_id", "=", station).execute();
}
