import { sql, type SelectQueryBuilder } from "kysely";

import { type OpeningHours, openingHours, type WithheldRule } from "@linedesk/contract";
import type { Db, Trx } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";

export interface PhoneLineRecord {
  id: string;
  station: string;
  name: string;
  number: string;
  isOwn: boolean;
  open: boolean;
  priority: boolean;
  holdMusicUrl: string | null;
  lineClosedUrl: string | null;
  forwardTo: string | null;
  withheld: WithheldRule;
  withheldWords: string | null;
  stationHoldMusicUrl: string | null;
  stationLiveProgrammeUrl: string | null;
  stationLineClosedUrl: string | null;
  stationLinesBusyUrl: string | null;
  maxDialS: number;
  stationForwardTo: string | null;
  /** With `null` the line takes calls at any time. */
  openingHours: OpeningHours | null;
  lineClosedWords: string | null;
  linesBusyWords: string | null;
  rehearsalUntil: Date | null;
  loop: { startedAt: Date | null; reachedAt: Date | null; failure: string | null };
}

export const DEFAULT_MAX_DIAL_S = 14_400;

/** Is true when the number was declared as the station's own, or verified by a code. */
const isOwn = sql<boolean>`(l.is_own or exists (
  select from caller_id c
  where c.station_id = l.station_id and c.number = l.number and c.state = 'verified'))`;

function lineQuery(db: Db) {
  return db
    .selectFrom("phone_line as l")
    .leftJoin("station_telephony as s", "s.station_id", "l.station_id")
    .select([
      "l.id",
      "l.station_id as station",
      "l.name",
      "l.number",
      "l.open",
      "l.priority",
      "l.hold_music_url as holdMusicUrl",
      "l.line_closed_url as lineClosedUrl",
      "l.forward_to as forwardTo",
      "l.withheld",
      "l.withheld_words as withheldWords",
      "s.hold_music_url as stationHoldMusicUrl",
      "s.live_programme_url as stationLiveProgrammeUrl",
      "s.line_closed_url as stationLineClosedUrl",
      "s.lines_busy_url as stationLinesBusyUrl",
      "s.max_dial_s as maxDialS",
      "s.forward_to as stationForwardTo",
      "s.opening_hours as hours",
      "s.line_closed_words as lineClosedWords",
      "s.lines_busy_words as linesBusyWords",
      "s.rehearsal_until as rehearsalUntil",
      "l.loop_started_at",
      "l.loop_reached_at",
      "l.loop_failure",
    ])
    .select(isOwn.as("isOwn"));
}

type LineRow =
  ReturnType<typeof lineQuery> extends SelectQueryBuilder<infer _D, infer _T, infer O> ? O : never;

function toLineRecord(row: LineRow): PhoneLineRecord {
  const { hours, loop_started_at: startedAt, loop_reached_at: reachedAt, ...line } = row;
  const { loop_failure: failure, ...rest } = line;
  return {
    ...rest,
    maxDialS: row.maxDialS ?? DEFAULT_MAX_DIAL_S,
    openingHours: openingHours.safeParse(hours).data ?? null,
    loop: { startedAt, reachedAt, failure },
  };
}

export async function findLineByNumber(db: Db, number: string): Promise<PhoneLineRecord | null> {
  const row = await lineQuery(db).where("l.number", "=", number).executeTakeFirst();
  return row === undefined ? null : toLineRecord(row);
}

export async function findLine(db: Db, id: string): Promise<PhoneLineRecord | null> {
  const row = await lineQuery(db).where("l.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toLineRecord(row);
}

/** All stations together have fewer lines than this. */
const LINE_LIMIT = 10_000;

export async function listLines(db: Db, station?: string): Promise<PhoneLineRecord[]> {
  const query = lineQuery(db);
  const rows = await (station === undefined ? query : query.where("l.station_id", "=", station))
    .orderBy("l.number")
    .limit(LINE_LIMIT)
    .execute();
  return rows.map(toLineRecord);
}

/** Opens or closes lines of the station. Returns the ids of the changed lines. */
export async function updatePhoneLinesOpen(
  trx: Trx,
  which: { station: string; line: string | null },
  open: boolean,
): Promise<string[]> {
  const query = trx
    .updateTable("phone_line")
    .set({ open })
    .where("station_id", "=", which.station)
    .where("open", "=", !open);
  const rows = await (which.line === null ? query : query.where("id", "=", which.line))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export interface LineFields {
  name: string;
  number: string;
  priority: boolean;
  holdMusicUrl: string | null;
  lineClosedUrl: string | null;
  forwardTo: string | null;
  /** When absent, both fields keep their value. */
  withheld?: WithheldRule | undefined;
  withheldWords?: string | null | undefined;
}

function toColumns(line: LineFields) {
  return {
    name: line.name,
    number: line.number,
    priority: line.priority,
    hold_music_url: line.holdMusicUrl,
    line_closed_url: line.lineClosedUrl,
    forward_to: line.forwardTo,
    ...(line.withheld === undefined ? {} : { withheld: line.withheld }),
    ...(line.withheldWords === undefined ? {} : { withheld_words: line.withheldWords }),
  };
}

/** Returns the new line's id; `null` when a station has the number. */
export async function insertPhoneLine(
  trx: Trx,
  station: string,
  line: LineFields & { open: boolean; isOwn: boolean },
): Promise<string | null> {
  const { open, isOwn: is_own } = line;
  const made = await trx
    .insertInto("phone_line")
    .values({ id: uuidV7(), station_id: station, open, is_own, ...toColumns(line) })
    .onConflict((conflict) => conflict.column("number").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function findLineIdByNumber(db: Db, number: string): Promise<string | null> {
  const row = await db
    .selectFrom("phone_line")
    .select("id")
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updatePhoneLine(
  trx: Trx,
  which: { station: string; line: string },
  fields: LineFields & { isOwn: boolean },
): Promise<void> {
  await trx
    .updateTable("phone_line")
    .set({ ...toColumns(fields), is_own: fields.isOwn })
    .where("station_id", "=", which.station)
    .where("id", "=", which.line)
    .execute();
}

/** Marks the number as known to be the station's own. */
export async function updateOwn(trx: Trx, line: string): Promise<void> {
  await trx.updateTable("phone_line").set({ is_own: true }).where("id", "=", line).execute();
}

export async function hasLiveCall(trx: Trx, line: string): Promise<boolean> {
  const row = await trx
    .selectFrom("call")
    .select("id")
    .where("phone_line_id", "=", line)
    .where("ended_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasContest(trx: Trx, line: string): Promise<boolean> {
  const row = await trx
    .selectFrom("contest")
    .select("id")
    .where("phone_line_id", "=", line)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePhoneLine(trx: Trx, which: { station: string; line: string }) {
  await trx
    .deleteFrom("phone_line")
    .where("station_id", "=", which.station)
    .where("id", "=", which.line)
    .execute();
}

export async function updateLoopStarted(db: Db, line: string, at: Date): Promise<void> {
  await db
    .updateTable("phone_line")
    .set({ loop_started_at: at, loop_failure: null })
    .where("id", "=", line)
    .execute();
}

export async function updateLoopReached(db: Db, line: string, at: Date): Promise<void> {
  await db.updateTable("phone_line").set({ loop_reached_at: at }).where("id", "=", line).execute();
}

export async function updateLoopFailure(db: Db, line: string, failure: string): Promise<void> {
  await db
    .updateTable("phone_line")
    .set({ loop_failure: failure.slice(0, 200) })
    .where("id", "=", line)
    .execute();
}
