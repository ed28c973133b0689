import { sql, type Selectable } from "kysely";

import { permissions } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import type { AudioServerTable } from "../platform/db/tables/audio-server-tables.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export interface StoredAudioServer {
  id: string;
  station: string;
  name: string;
  isPaired: boolean;
  pairedAt: Date | null;
  lastSeenAt: Date | null;
  codeExpiresAt: Date | null;
}

function toStored(row: Selectable<AudioServerTable>): StoredAudioServer {
  return {
    id: row.id,
    station: row.station_id,
    name: row.name,
    isPaired: row.key_hash !== null,
    pairedAt: row.paired_at,
    lastSeenAt: row.last_seen_at,
    codeExpiresAt: row.code_expires_at,
  };
}

/** No building has so many audio servers. */
const LIMIT = 200;

export async function listOfStation(db: Db, station: string): Promise<StoredAudioServer[]> {
  const rows = await db
    .selectFrom("audio_server")
    .selectAll()
    .where("station_id", "=", station)
    .orderBy(sql`lower(name)`)
    .limit(LIMIT)
    .execute();
  return rows.map(toStored);
}

export async function countOfStation(db: Db, station: string): Promise<number> {
  const { count } = await db
    .selectFrom("audio_server")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("station_id", "=", station)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findAudioServer(db: Db, id: string, { lock = false } = {}) {
  const query = db.selectFrom("audio_server").selectAll().where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row === undefined ? null : toStored(row);
}

export async function findServerStations(db: Db, ids: readonly string[]) {
  if (ids.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("audio_server")
    .select(["id", "station_id"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.station_id]));
}

export async function findByKeyHash(db: Db, hash: Buffer): Promise<StoredAudioServer | null> {
  const row = await db
    .selectFrom("audio_server")
    .selectAll()
    .where("key_hash", "=", hash)
    .executeTakeFirst();
  return row === undefined ? null : toStored(row);
}

interface NewCode {
  hash: Buffer;
  expiresAt: Date;
  by: string | null;
}

/**
 * Returns the new audio server's id, or `null` when the station already has an audio server with
 * that name.
 */
export async function insertAudioServer(
  trx: Trx,
  server: { station: string; name: string; code: NewCode },
): Promise<string | null> {
  const row = await trx
    .insertInto("audio_server")
    .values({
      id: uuidV7(),
      station_id: server.station,
      name: server.name,
      code_hash: server.code.hash,
      code_expires_at: server.code.expiresAt,
      code_by: server.code.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns false when another audio server of the station has the name. */
export async function updateName(
  trx: Trx,
  { id, station, name }: { id: string; station: string; name: string },
): Promise<boolean> {
  const taken = await trx
    .selectFrom("audio_server")
    .select("id")
    .where("station_id", "=", station)
    .where(sql`fold_case(name)`, "=", sql`fold_case(${name})`)
    .where("id", "<>", id)
    .executeTakeFirst();
  if (taken !== undefined) {
    return false;
  }
  await trx.updateTable("audio_server").set({ name }).where("id", "=", id).execute();
  return true;
}

export async function updateCode(trx: Trx, id: string, code: NewCode): Promise<void> {
  await trx
    .updateTable("audio_server")
    .set({ code_hash: code.hash, code_expires_at: code.expiresAt, code_by: code.by })
    .where("id", "=", id)
    .execute();
}

export async function clearSecrets(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("audio_server")
    .set({ key_hash: null, paired_at: null, code_hash: null, code_expires_at: null, code_by: null })
    .where("id", "=", id)
    .execute();
}

/**
 * Deletes the audio server and removes it from the device presets. A preset then has no carrier for
 * the line that the audio server carried. Rows of its call legs are kept.
 */
export async function deleteAudioServer(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("audio_server_log").where("audio_server_id", "=", id).execute();
  for (const line of ["line1", "line2"] as const) {
    await trx
      .updateTable("device_preset")
      .set({ [line]: null })
      .where(line, "=", id)
      .execute();
  }
  await trx.deleteFrom("audio_server").where("id", "=", id).execute();
}

export function findOpenLegs(db: Db, id: string): Promise<{ sid: string; service: string }[]> {
  return db
    .selectFrom("call_leg")
    .select(["sid", "service"])
    .where("audio_server_id", "=", id)
    .where("left_at", "is", null)
    .execute();
}

const isMakerAdmin = sql<boolean>`exists (
  select from membership m join "user" u on u.id = m.user_id
  where m.station_id = audio_server.station_id and m.user_id = audio_server.code_by
    and m.role in (${sql.join([...permissions.admin])}) and u.disabled_at is null)`;

/**
 * Uses a valid code once, if the person who made it is still an admin. When two audio servers send
 * the same code, only one is paired.
 */
export async function takeCode(
  trx: Trx,
  code: { hash: Buffer; keyHash: Buffer; now: Date },
): Promise<StoredAudioServer | null> {
  const row = await trx
    .updateTable("audio_server")
    .set({
      key_hash: code.keyHash,
      paired_at: code.now,
      last_seen_at: code.now,
      code_hash: null,
      code_expires_at: null,
      code_by: null,
    })
    .where("code_hash", "=", code.hash)
    .where("code_expires_at", ">", code.now)
    .where(isMakerAdmin)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toStored(row);
}

export async function noteSeen(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("audio_server").set({ last_seen_at: at }).where("id", "=", id).execute();
}
