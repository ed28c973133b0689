import { sql, type UpdateObject } from "kysely";

import { auditInsert, type AuditEntry } from "../../platform/db/audit-store.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import type { CallEventTable } from "../../platform/db/tables/call-tables.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import type { CallEvent } from "../state/call-state.ts";
import { findDueTime, type DeskEvent } from "../state/desk-state.ts";
import { findRecordRow, recordQuery, toCallRecord } from "./call-record-store.ts";
import { decodeArrivalTime, type CallRecord } from "./call-record.ts";

export async function findCall(db: Db, id: string, { lock = false } = {}) {
  const arrivedAt = decodeArrivalTime(id);
  if (lock) {
    await lockRow(db, id, arrivedAt);
  }
  const row = await findRecordRow(db, { id, arrivedAt });
  return row === undefined ? null : toCallRecord(row);
}

/**
 * Locks the row in a statement of its own, before the read. A single statement would return the row
 * as it is after the wait for the lock, but conference, caller and marks as they were before the
 * wait.
 */
async function lockRow(db: Db, id: string, arrivedAt: Date): Promise<void> {
  await db
    .selectFrom("call")
    .select("id")
    .where("id", "=", id)
    .where("arrived_at", "=", arrivedAt)
    .forUpdate()
    .execute();
}

const LIVE_LIMIT = 2_000;

/** Returns the live calls of a station, at most as many as a desk can show. */
export async function liveCalls(db: Db, station: string): Promise<CallRecord[]> {
  const rows = await liveQuery(db).where("c.station_id", "=", station).limit(LIVE_LIMIT).execute();
  return rows.map(toCallRecord);
}

/**
 * Returns the live calls of all stations at one service. The query has no limit, because
 * reconciliation would treat the rooms of calls beyond a limit as orphans.
 */
export async function allLiveCalls(db: Db, service: string): Promise<CallRecord[]> {
  return (await liveQuery(db).where("c.service", "=", service).execute()).map(toCallRecord);
}

/** Returns the live calls at any service other than the given ones. */
export async function liveCallsBesides(db: Db, services: readonly string[]): Promise<CallRecord[]> {
  const rows = await liveQuery(db).where("c.service", "not in", services).execute();
  return rows.map(toCallRecord);
}

/** Returns true when a live call has changed since this time. */
export async function hasRecentChange(db: Db, since: Date): Promise<boolean> {
  const changed = await db
    .selectFrom("call")
    .select("id")
    .where("ended_at", "is", null)
    .where("changed_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return changed !== undefined;
}

function liveQuery(db: Db) {
  return recordQuery(db).where("c.ended_at", "is", null).orderBy("c.arrived_at").orderBy("c.id");
}

/**
 * A due time is at most this far ahead. A later time means that the clock was set back after the
 * row was written.
 */
const LATEST_DUE_MS = 60_000;

export function isDue(due: string, now: Date): boolean {
  const atMs = Date.parse(due);
  return atMs <= now.getTime() || atMs > now.getTime() + LATEST_DUE_MS;
}

export async function findDueCalls(db: Db, now: Date): Promise<string[]> {
  const tooLate = new Date(now.getTime() + LATEST_DUE_MS);
  const rows = await db
    .selectFrom("call")
    .select("id")
    .where("due_at", "is not", null)
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("due_at", "<=", now), eb("due_at", ">", tooLate)]))
    .orderBy("due_at")
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

export async function lockNextMark(trx: Trx, station: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${station}, 0))`.execute(trx);
}

export async function findNextMarked(db: Db, station: string): Promise<string[]> {
  const rows = await db
    .selectFrom("call")
    .select("id")
    .where("station_id", "=", station)
    .where("ended_at", "is", null)
    .where("next", "=", true)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

export async function liveCallsOfCaller(db: Db, caller: string): Promise<string[]> {
  const rows = await db
    .selectFrom("call")
    .select("id")
    .where("caller_id", "=", caller)
    .where("ended_at", "is", null)
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

export type NewCall = Pick<
  CallRecord,
  | "id"
  | "station"
  | "direction"
  | "callSid"
  | "number"
  | "callState"
  | "desk"
  | "earlierCalls"
  | "lastCallAt"
  | "arrivedAt"
  | "dial"
  | "service"
> & {
  phoneLine: string | null;
  caller: string | null;
  sentBack?: boolean;
  rehearsal?: boolean;
  description?: string;
  callBack?: CallRecord["callBack"];
};

/**
 * Locks the caller while the call is written. A change of the caller therefore waits for the call
 * and finds it, or the call waits and has the changed caller. Selects the caller into whom this one
 * was merged meanwhile.
 */
function lockCaller(caller: string | null) {
  return sql<string | null>`(select coalesce(merged_into, id) from caller
    where id = ${caller}::uuid for key share)`;
}

export async function insertCall(trx: Trx, call: NewCall): Promise<void> {
  const ended = call.desk.status === "ended" ? call.desk : null;
  await trx
    .insertInto("call")
    .values({
      id: call.id,
      arrived_at: call.arrivedAt,
      station_id: call.station,
      phone_line_id: call.phoneLine,
      direction: call.direction,
      call_sid: call.callSid,
      number: call.number,
      caller_id: lockCaller(call.caller),
      call_state: JSON.stringify(call.callState),
      desk: JSON.stringify(call.desk),
      earlier_calls: call.earlierCalls,
      last_call_at: call.lastCallAt,
      ...toDialColumns(call.dial),
      ended_at: ended?.at ?? null,
      reason: ended?.reason ?? null,
      rehearsal: call.rehearsal ?? false,
      service: call.service,
      changed_at: call.arrivedAt,
      sent_back: call.sentBack ?? false,
      description: call.description ?? "",
      call_back: call.callBack ? JSON.stringify(call.callBack) : null,
    })
    .execute();
}

export type CallFields = Partial<
  Pick<
    CallRecord,
    | "answeredAt"
    | "conferenceSid"
    | "seenInRoom"
    | "description"
    | "next"
    | "locked"
    | "pinned"
    | "position"
    | "callSid"
    | "dial"
    | "callBack"
    | "givenNumber"
    | "air"
    | "programmeAudible"
    | "earlierCalls"
    | "lastCallAt"
    | "recording"
    | "service"
  >
> & { caller?: string };

function toDialColumns(dial: CallRecord["dial"]) {
  return {
    dialled_by: dial?.by ?? null,
    dialled_at: dial?.at ?? null,
    dial_limit_s: dial?.limitS ?? null,
    dial_extension: dial === null || dial.extension === "" ? null : dial.extension,
  };
}

function toColumns(fields: CallFields): UpdateObject<Tables, "call"> {
  return {
    ...(fields.answeredAt === undefined ? {} : { answered_at: fields.answeredAt }),
    ...(fields.conferenceSid === undefined ? {} : { conference_sid: fields.conferenceSid }),
    ...(fields.seenInRoom === undefined ? {} : { seen_in_room: JSON.stringify(fields.seenInRoom) }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.next === undefined ? {} : { next: fields.next }),
    ...(fields.locked === undefined ? {} : { locked: fields.locked }),
    ...(fields.pinned === undefined ? {} : { pinned: fields.pinned }),
    ...(fields.position === undefined ? {} : { position: fields.position }),
    ...(fields.callSid === undefined ? {} : { call_sid: fields.callSid }),
    ...(fields.dial === undefined ? {} : toDialColumns(fields.dial)),
    ...(fields.callBack === undefined
      ? {}
      : { call_back: fields.callBack === null ? null : JSON.stringify(fields.callBack) }),
    ...(fields.givenNumber === undefined ? {} : { given_number: fields.givenNumber }),
    ...(fields.programmeAudible === undefined
      ? {}
      : { programme_audible: fields.programmeAudible }),
    ...(fields.service === undefined ? {} : { service: fields.service }),
    ...(fields.recording === undefined ? {} : { recording: fields.recording }),
    ...(fields.earlierCalls === undefined ? {} : { earlier_calls: fields.earlierCalls }),
    ...(fields.lastCallAt === undefined ? {} : { last_call_at: fields.lastCallAt }),
    ...(fields.air === undefined
      ? {}
      : { radio_off: fields.air.radioOff, agreed_to_air: fields.air.agreed }),
    ...(fields.caller === undefined ? {} : { caller_id: lockCaller(fields.caller) }),
  };
}

function callUpdate(trx: Trx, { call, fields }: WrittenCall) {
  return trx
    .updateTable("call")
    .set({
      call_state: JSON.stringify(call.callState),
      desk: JSON.stringify(call.desk),
      answered_at: call.answeredAt,
      answered_by: call.answeredBy,
      ended_at: call.endedAt,
      reason: call.reason,
      due_at: findDueTime(call.desk),
      next: call.next,
      changed_at: call.changedAt,
      ...toColumns(fields),
    })
    .where("id", "=", call.id)
    .where("arrived_at", "=", call.arrivedAt);
}

export async function lockOrder(trx: Trx, station: string): Promise<void> {
  const key = `linedesk.order.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export async function updatePositions(trx: Trx, positions: ReadonlyMap<string, number>) {
  if (positions.size === 0) {
    return;
  }
  const ids = [...positions.keys()];
  const arrivals = ids.map((id) => decodeArrivalTime(id));
  await sql`
    update call set position = placed.position
    from unnest(${ids}::uuid[], ${arrivals}::timestamptz[], ${[...positions.values()]}::int[])
      as placed (id, arrived_at, position)
    where call.id = placed.id and call.arrived_at = placed.arrived_at`.execute(trx);
}

interface HistoryEntry {
  call: { id: string; at: Date };
  events: readonly (CallEvent | DeskEvent | { type: `call.${string}` })[];
  audit: AuditEntry;
}

/**
 * Appends events to the call's own history, which is never changed afterwards, and adds the audit
 * entry. One statement does both, so that the call's row is locked only briefly.
 */
export async function appendHistory(trx: Trx, { call, events, audit }: HistoryEntry) {
  const audited = auditInsert(trx, audit);
  if (events.length === 0) {
    await audited.execute();
    return;
  }
  await trx
    .with("audited", () => audited)
    .insertInto("call_event")
    .values(toEventRows(call, events, audit))
    .execute();
}

interface WrittenCall {
  call: CallRecord;
  fields: CallFields;
}

/**
 * Writes the states of the call, the fields, its history and the audit entry in one statement; the
 * row must be locked.
 */
export async function updateCall(
  trx: Trx,
  written: WrittenCall,
  { call, events, audit }: HistoryEntry,
): Promise<void> {
  const query = trx
    .with("changed", () => callUpdate(trx, written))
    .with("audited", () => auditInsert(trx, audit));
  await (events.length === 0
    ? query.selectNoFrom(sql.lit(1).as("written")).execute()
    : query
        .insertInto("call_event")
        .values(toEventRows(call, events, audit))
        .execute());
}

function toEventRows(
  call: HistoryEntry["call"],
  events: HistoryEntry["events"],
  { actor }: AuditEntry,
) {
  return events.map((event, step) => ({
    id: uuidV7(),
    call_id: call.id,
    at: call.at,
    type: event.type,
    payload: JSON.stringify(event),
    user_id: actor.userId,
    step,
  })) satisfies Partial<Record<keyof CallEventTable, unknown>>[];
}
