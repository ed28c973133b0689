import { sql } from "kysely";

import type { DevicePreset, LineFeeds, Role } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface PresetFields {
  name: string;
  line1: string | null;
  line2: string | null;
  feedsAir: LineFeeds;
  seatOf: Role | null;
}

function presets(db: Db) {
  return db
    .selectFrom("device_preset as p")
    .leftJoin("audio_server as a", "a.id", "p.line1")
    .leftJoin("audio_server as b", "b.id", "p.line2")
    .select([
      "p.id",
      "p.station_id",
      "p.name",
      "p.line1_feeds_air",
      "p.line2_feeds_air",
      "p.seat_of",
      "a.id as id1",
      "a.name as name1",
      "b.id as id2",
      "b.name as name2",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof presets>["execute"]>>[number];

function toServer(id: string | null, name: string | null) {
  return id === null || name === null ? null : { id, name };
}

function toPreset(row: Row): DevicePreset {
  return {
    id: row.id,
    station: row.station_id,
    name: row.name,
    line1: toServer(row.id1, row.name1),
    line2: toServer(row.id2, row.name2),
    feedsAir: { line1: row.line1_feeds_air, line2: row.line2_feeds_air },
    seatOf: row.seat_of,
  };
}

const LIMIT = 200;

export async function presetsOfStation(db: Db, station: string): Promise<DevicePreset[]> {
  const rows = await presets(db)
    .where("p.station_id", "=", station)
    .orderBy(sql`lower(p.name)`)
    .limit(LIMIT)
    .execute();
  return rows.map(toPreset);
}

export async function findDevicePreset(db: Db, id: string): Promise<DevicePreset | null> {
  const row = await presets(db).where("p.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toPreset(row);
}

export async function isNameTaken(
  db: Db,
  preset: { station: string; name: string; id: string | null },
): Promise<boolean> {
  const query = db
    .selectFrom("device_preset")
    .select("id")
    .where("station_id", "=", preset.station)
    .where(sql`fold_case(name)`, "=", sql`fold_case(${preset.name})`);
  const row = await (
    preset.id === null ? query : query.where("id", "<>", preset.id)
  ).executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes the role from the preset whose default it is, because only one preset can be the default
 * of a role.
 */
export async function clearDefaultOfRole(trx: Trx, station: string, role: Role): Promise<void> {
  await trx
    .updateTable("device_preset")
    .set({ seat_of: null })
    .where("station_id", "=", station)
    .where("seat_of", "=", role)
    .execute();
}

function toColumns({ name, line1, line2, feedsAir, seatOf }: PresetFields) {
  return {
    name,
    line1,
    line2,
    line1_feeds_air: feedsAir.line1,
    line2_feeds_air: feedsAir.line2,
    seat_of: seatOf,
  };
}

/** Returns `null` when another preset already has the name. */
export async function insertDevicePreset(
  trx: Trx,
  station: string,
  fields: PresetFields,
): Promise<string | null> {
  const row = await trx
    .insertInto("device_preset")
    .values({ id: uuidV7(), station_id: station, ...toColumns(fields) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updatePreset(trx: Trx, id: string, fields: PresetFields): Promise<void> {
  await trx.updateTable("device_preset").set(toColumns(fields)).where("id", "=", id).execute();
}

export async function deletePreset(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("device_preset").where("id", "=", id).execute();
}
