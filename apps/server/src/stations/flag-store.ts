import type { StationFlag } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

/** More flags than a station can tell apart; what is beyond is not shown. */
const FLAG_LIMIT = 200;

function flagQuery(db: Db, station: string) {
  return db
    .selectFrom("flag")
    .select(["id", "name", "colour", "kind", "hidden_by_default as hiddenByDefault"])
    .where("station_id", "=", station);
}

/** The station's flags by name [FL2]. */
export function findFlags(db: Db, station: string): Promise<StationFlag[]> {
  return flagQuery(db, station).orderBy("name").limit(FLAG_LIMIT).execute();
}

/** One flag, if it is the station's. */
export async function findFlag(
  db: Db,
  { station, flag }: { station: string; flag: string },
): Promise<StationFlag | null> {
  return (await flagQuery(db, station).where("id", "=", flag).executeTakeFirst()) ?? null;
}
