import type { StationDetails } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { DEFAULT_MAX_DIAL_S } from "./phone-line-store.ts";

export async function findStationDetails(db: Db, station: string): Promise<StationDetails | null> {
  const row = await db
    .selectFrom("station as s")
    .leftJoin("station_telephony as t", "t.station_id", "s.id")
    .select([
      "s.call_sign as callSign",
      "s.name",
      "t.live_programme_url as liveProgrammeUrl",
      "t.hold_music_url as holdMusicUrl",
      "t.line_closed_url as lineClosedUrl",
      "t.lines_busy_url as linesBusyUrl",
      "t.max_dial_s as maxDialS",
    ])
    .where("s.id", "=", station)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, maxDialS: row.maxDialS ?? DEFAULT_MAX_DIAL_S };
}

export async function updateStationDetails(
  trx: Trx,
  station: string,
  details: Omit<StationDetails, "callSign">,
): Promise<void> {
  await trx.updateTable("station").set({ name: details.name }).where("id", "=", station).execute();
  const telephony = {
    live_programme_url: details.liveProgrammeUrl,
    hold_music_url: details.holdMusicUrl,
    line_closed_url: details.lineClosedUrl,
    lines_busy_url: details.linesBusyUrl,
    max_dial_s: details.maxDialS,
  };
  await trx
    .insertInto("station_telephony")
    .values({ station_id: station, ...telephony })
    .onConflict((conflict) => conflict.column("station_id").doUpdateSet(telephony))
    .execute();
}
