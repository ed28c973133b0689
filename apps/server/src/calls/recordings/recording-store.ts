import { sql } from "kysely";

import type { LiveRecording } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";

export interface Recording {
  id: string;
  station: string;
  call: string;
  state: LiveRecording | "stored" | "failed";
  requestedAt: Date;
  noticeWords: string | null;
  noticeUrl: string | null;
  announcedAt: Date | null;
  serviceSid: string | null;
  /** The telephony service that has the sound. */
  service: string;
  deletedAt: Date | null;
}

export type NewRecording = Pick<
  Recording,
  "id" | "station" | "call" | "requestedAt" | "noticeWords" | "noticeUrl" | "service"
> & { requestedBy: string | null };

export const LIVE_STATES: readonly LiveRecording[] = ["announcing", "running", "paused"];

export async function insertRecording(trx: Trx, recording: NewRecording): Promise<void> {
  await trx
    .insertInto("recording")
    .values({
      id: recording.id,
      station_id: recording.station,
      call_id: recording.call,
      state: "announcing",
      requested_by: recording.requestedBy,
      requested_at: recording.requestedAt,
      notice_words: recording.noticeWords,
      notice_url: recording.noticeUrl,
      service: recording.service,
    })
    .execute();
}

function recordings(db: Db) {
  return db
    .selectFrom("recording")
    .select([
      "id",
      "station_id as station",
      "call_id as call",
      "state",
      "requested_at as requestedAt",
      "notice_words as noticeWords",
      "notice_url as noticeUrl",
      "announced_at as announcedAt",
      "service_sid as serviceSid",
      "service",
      "deleted_at as deletedAt",
    ]);
}

export async function findRecording(db: Db, id: string): Promise<Recording | null> {
  return (await recordings(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function findLiveRecording(db: Db, call: string): Promise<Recording | null> {
  const query = recordings(db).where("call_id", "=", call).where("state", "in", LIVE_STATES);
  return (await query.executeTakeFirst()) ?? null;
}

interface RecordingFields {
  state?: Recording["state"];
  announced_at?: Date;
  started_at?: Date;
  ended_at?: Date;
  duration_s?: number | null;
  service_sid?: string | null;
  deleted_at?: Date;
}

export async function updateRecording(db: Db, id: string, fields: RecordingFields): Promise<void> {
  await db.updateTable("recording").set(fields).where("id", "=", id).execute();
}

export interface StoredSound {
  serviceSid: string | null;
  service: string;
}

export async function listSounds(db: Db, calls: readonly string[]): Promise<StoredSound[]> {
  if (calls.length === 0) {
    return [];
  }
  return db
    .selectFrom("recording")
    .select(["service_sid as serviceSid", "service"])
    .where("call_id", "in", calls)
    .where("service_sid", "is not", null)
    .execute();
}

export async function listOldRecordings(
  db: Db,
  {
    station,
    before,
    besides,
    limit,
  }: { station: string; before: Date; besides: readonly string[]; limit: number },
): Promise<Recording[]> {
  return recordings(db)
    .where(sql<boolean>`service <> all (${besides}::text[])`)
    .where("station_id", "=", station)
    .where("requested_at", "<", before)
    .where("deleted_at", "is", null)
    .where("state", "not in", LIVE_STATES)
    .orderBy("requested_at")
    .limit(limit)
    .execute();
}

/** No installation has so many live recordings. */
const MOST_LIVE = 1_000;

export interface WatchedRecording extends Recording {
  isOver: boolean;
  /** Is true when other members, who heard no notice, are in the call's room. */
  isShared: boolean;
}

export async function listLiveRecordings(db: Db): Promise<WatchedRecording[]> {
  const rows = await recordings(db)
    .select([
      sql<boolean>`not exists (
        select from call c where c.id = call_id and c.ended_at is null)`.as("isOver"),
      sql<boolean>`exists (
        select from conference_member m where m.call_id = recording.call_id and m.left_at is null
      )`.as("isShared"),
    ])
    .where("state", "in", LIVE_STATES)
    .limit(MOST_LIVE)
    .execute();
  return rows;
}

/** Returns answered calls that have no recording, at stations that record every call. */
export async function listUnrecordedCalls(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from call c join station s on s.id = c.station_id
    where c.ended_at is null and s.recording_mode = 'every_call' and not c.rehearsal
      and c.desk->>'status' in ('screening', 'on_air') and c.call_sid is not null
      and c.conference_sid is not null and c.call_state->>'status' <> 'ringing'
      and not exists (select from recording r where r.call_id = c.id)
      and not exists (
        select from conference_member m where m.call_id = c.id and m.left_at is null)
    order by c.id limit ${MOST_LIVE}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function wasAudited(
  db: Db,
  done: { call: string; recording: string; user: string; action: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entry")
    .select("id")
    .where("subject_id", "=", done.call)
    .where("action", "=", done.action)
    .where("user_id", "=", done.user)
    .where("at", ">", done.since)
    .where(sql<boolean>`details->>'recording' = ${done.recording}`)
    .executeTakeFirst();
  return row !== undefined;
}
