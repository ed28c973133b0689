import type { DeviceLine } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";

export async function findLineFeed(db: Db, station: string, line: DeviceLine) {
  return (await findLineFeeds(db, station)).get(line) ?? null;
}

export async function findLineFeeds(db: Db, station: string): Promise<Map<DeviceLine, boolean>> {
  const rows = await db
    .selectFrom("station_line_feed")
    .select(["line", "feeds_air"])
    .where("station_id", "=", station)
    .execute();
  return new Map(rows.map((row) => [row.line, row.feeds_air]));
}

export interface LineFeed {
  station: string;
  line: DeviceLine;
  feedsAir: boolean;
}

export async function saveLineFeed(trx: Trx, feed: LineFeed): Promise<void> {
  const { station, line, feedsAir } = feed;
  await trx
    .insertInto("station_line_feed")
    .values({ station_id: station, line, feeds_air: feedsAir })
    .onConflict((conflict) =>
      conflict.columns(["station_id", "line"]).doUpdateSet({ feeds_air: feedsAir }),
    )
    .execute();
}

export interface UsedLine {
  station: string;
  line: DeviceLine;
  /**
   * Restricts the search to calls that this audio server carries, or with `null` to calls that a
   * browser carries.
   */
  audioServer?: string | null | undefined;
}

export async function isLineInUse(db: Db, { station, line, audioServer }: UsedLine) {
  const query = db
    .selectFrom("call as c")
    .leftJoin("call_leg as l", (join) =>
      join.onRef("l.call_id", "=", "c.id").on("l.line", "=", line).on("l.left_at", "is", null),
    )
    .leftJoin("claim as m", (join) =>
      join
        .onRef("m.call_id", "=", "c.id")
        .on("m.line", "=", line)
        .on("m.used_at", "is", null)
        .on("m.lapsed_at", "is", null),
    )
    .select("c.id")
    .where("c.station_id", "=", station)
    .where("c.ended_at", "is", null)
    .where((eb) => eb.or([eb("l.sid", "is not", null), eb("m.id", "is not", null)]))
    .limit(1);
  const ofServer = (id: string) =>
    query.where((eb) =>
      eb.or([eb("l.audio_server_id", "=", id), eb("m.audio_server_id", "=", id)]),
    );
  const ofBrowser = () =>
    query.where("l.audio_server_id", "is", null).where("m.audio_server_id", "is", null);
  const carried = audioServer === null ? ofBrowser() : query;
  const found = await (
    typeof audioServer === "string" ? ofServer(audioServer) : carried
  ).executeTakeFirst();
  return found !== undefined;
}
