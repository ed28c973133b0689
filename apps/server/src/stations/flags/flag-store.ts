import { sql } from "kysely";

import { type FlagDetails, flagIcon, flagLimits, type StationFlag } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";

function flagQuery(db: Db, station: string) {
  return db
    .selectFrom("flag")
    .select(["id", "name", "colour", "icon", "kind", "effect"])
    .select("hidden_by_default as hiddenByDefault")
    .where("station_id", "=", station);
}

/** Removes an icon that no longer exists. */
function toFlag<Row extends { icon: string | null }>(row: Row) {
  return { ...row, icon: flagIcon.safeParse(row.icon).data ?? null };
}

/** Returns the station's flags by name. Retired flags are not offered. */
export async function findFlags(db: Db, station: string): Promise<StationFlag[]> {
  const rows = await flagQuery(db, station)
    .where("retired", "=", false)
    .orderBy("name")
    .limit(flagLimits.flags)
    .execute();
  return rows.map(toFlag);
}

export async function findFlag(db: Db, { station, flag }: { station: string; flag: string }) {
  const row = await flagQuery(db, station)
    .where("id", "=", flag)
    .where("retired", "=", false)
    .executeTakeFirst();
  return row === undefined ? null : toFlag(row);
}

export async function findFlagDetails(db: Db, station: string): Promise<FlagDetails[]> {
  const rows = await flagQuery(db, station)
    .select("retired")
    .select(
      sql<number>`(select count(*)::int from caller_flag c where c.flag_id = flag.id)`.as(
        "carriers",
      ),
    )
    .orderBy("name")
    .limit(flagLimits.flags)
    .execute();
  return rows.map(toFlag);
}

export async function lockFlags(trx: Trx, station: string): Promise<void> {
  const key = `linedesk.flags.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export type FlagFields = Omit<StationFlag, "id">;

function toColumns({ hiddenByDefault, ...fields }: FlagFields) {
  return { ...fields, hidden_by_default: hiddenByDefault };
}

/** Returns the ids in the order of the flags. */
export async function insertFlags(
  trx: Trx,
  station: string,
  flags: readonly FlagFields[],
): Promise<string[]> {
  const rows = flags.map((flag) => ({
    id: uuidV7(),
    station_id: station,
    ...toColumns(flag),
  }));
  if (rows.length > 0) {
    await trx.insertInto("flag").values(rows).execute();
  }
  return rows.map(({ id }) => id);
}

export async function updateFlag(
  trx: Trx,
  which: { station: string; flag: string },
  { retired, ...fields }: FlagFields & { retired: boolean },
): Promise<void> {
  await trx
    .updateTable("flag")
    .set({ ...toColumns(fields), retired })
    .where("station_id", "=", which.station)
    .where("id", "=", which.flag)
    .execute();
}

export async function deleteFlag(trx: Trx, which: { station: string; flag: string }) {
  await trx
    .deleteFrom("flag")
    .where("station_id", "=", which.station)
    .where("id", "=", which.flag)
    .execute();
}
