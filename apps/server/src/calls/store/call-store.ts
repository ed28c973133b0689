import { sql, type Updateable } from "kysely";

import { auditInsert, type AuditEntry } from "../../platform/db/audit-store.ts";
import type { Db, Trx } from "../../platform/db/database.ts";
import type { CallEventTable, CallTable } from "../../platform/db/tables/call-tables.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import type { CallEvent } from "../state/call-state.ts";
import type { DeskEvent } from "../state/desk-state.ts";
import { toCallRecord, recordQuery } from "./call-record-store.ts";
import { decodeArrivalTime, type CallRecord } from "./call-record.ts";

/** The call, or null; with `lock` nobody else changes it before this transaction ends. */
export async function findCall(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<CallRecord | null> {
  const query = recordQuery(db)
    .where("c.id", "=", id)
    .where("c.arrived_at", "=", decodeArrivalTime(id));
  const row = await (lock ? query.forUpdate("c") : query).executeTakeFirst();
  return row === undefined ? null : toCallRecord(row);
}

/** More calls at once than any station can have; what is beyond is not shown. */
const LIVE_LIMIT = 2_000;

/** Every live call, of one station or of all, in the order of arrival. */
export async function liveCalls(db: Db, station?: string): Promise<CallRecord[]> {
  const query = recordQuery(db).where("c.ended_at", "is", null);
  const rows = await (station === undefined ? query : query.where("c.station_id", "=", station))
    .orderBy("c.arrived_at")
    .orderBy("c.id")
    .limit(LIVE_LIMIT)
    .execute();
  return rows.map(toCallRecord);
}

/** Ids of the caller's live calls, in the order in which they must be locked. */
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
> & { phoneLine: string | null; caller: string | null };

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
      caller_id: call.caller,
      call_state: JSON.stringify(call.callState),
      desk: JSON.stringify(call.desk),
      earlier_calls: call.earlierCalls,
      last_call_at: call.lastCallAt,
      ended_at: ended?.at ?? null,
      reason: ended?.reason ?? null,
      changed_at: call.arrivedAt,
    })
    .execute();
}

/** What a change may set beside the two states. */
export type CallFields = Partial<
  Pick<
    CallRecord,
    | "conferenceSid"
    | "seenInRoom"
    | "description"
    | "next"
    | "locked"
    | "pinned"
    | "position"
    | "callSid"
  >
> & { caller?: string };

type Columns = Updateable<CallTable>;

function toColumns(fields: CallFields): Columns {
  return {
    ...(fields.conferenceSid === undefined ? {} : { conference_sid: fields.conferenceSid }),
    ...(fields.seenInRoom === undefined ? {} : { seen_in_room: JSON.stringify(fields.seenInRoom) }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.next === undefined ? {} : { next: fields.next }),
    ...(fields.locked === undefined ? {} : { locked: fields.locked }),
    ...(fields.pinned === undefined ? {} : { pinned: fields.pinned }),
    ...(fields.position === undefined ? {} : { position: fields.position }),
    ...(fields.callSid === undefined ? {} : { call_sid: fields.callSid }),
    ...(fields.caller === undefined ? {} : { caller_id: fields.caller }),
  };
}

/** Writes the states of `call` and the fields; the row must be locked. */
export async function updateCall(trx: Trx, call: CallRecord, fields: CallFields): Promise<void> {
  await trx
    .updateTable("call")
    .set({
      call_state: JSON.stringify(call.callState),
      desk: JSON.stringify(call.desk),
      answered_at: call.answeredAt,
      answered_by: call.answeredBy,
      ended_at: call.endedAt,
      reason: call.reason,
      changed_at: call.changedAt,
      ...toColumns(fields),
    })
    .where("id", "=", call.id)
    .where("arrived_at", "=", call.arrivedAt)
    .execute();
}

/** Lets nobody else put calls of the station in order until the transaction ends. */
export async function lockOrder(trx: Trx, station: string): Promise<void> {
  const key = `linedesk.order.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/** Writes places by call; the rows must be locked. */
export async function updatePositions(
  trx: Trx,
  positions: ReadonlyMap<string, number>,
): Promise<void> {
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
 * Appends what happened to the call's own history, which is never changed again [DA6], and who did
 * it: one statement, for the call's row is locked meanwhile.
 */
export async function appendHistory(
  trx: Trx,
  { call, events, audit }: HistoryEntry,
): Promise<void> {
  const audited = auditInsert(trx, audit);
  if (events.length === 0) {
    await audited.execute();
    return;
  }
  const rows = events.map((event) => ({
    id: uuidV7(),
    call_id: call.id,
    at: call.at,
    type: event.type,
    payload: JSON.stringify(event),
  })) satisfies Partial<Record<keyof CallEventTable, unknown>>[];
  await trx
    .with("audited", () => audited)
    .insertInto("call_event")
    .values(rows)
    .execute();
}
