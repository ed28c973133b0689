import { sql, type RawBuilder } from "kysely";

import { type Retention, type RetentionKind, retentionKinds } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";

/** Returns the period of every kind; `null` for a kind without a setting. */
export async function findRetention(db: Db, station: string): Promise<Retention> {
  const rows = await db
    .selectFrom("retention_period")
    .select(["kind", "days"])
    .where("station_id", "=", station)
    .execute();
  const none: Retention = {
    calls: null,
    notes: null,
    chat: null,
    quality: null,
    recordings: null,
    audit: null,
  };
  return { ...none, ...Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) };
}

export async function saveRetention(trx: Trx, station: string, periods: Retention): Promise<void> {
  await trx.deleteFrom("retention_period").where("station_id", "=", station).execute();
  const rows = retentionKinds.flatMap((kind) => {
    const days = periods[kind];
    return days === null ? [] : [{ station_id: station, kind, days }];
  });
  if (rows.length > 0) {
    await trx.insertInto("retention_period").values(rows).execute();
  }
}

export async function listRetentionStations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("retention_period")
    .select("station_id")
    .distinct()
    .orderBy("station_id")
    .execute();
  return rows.map((row) => row.station_id);
}

interface Overdue {
  station: string;
  before: Date;
}

/** Selects the rows of each kind whose period is over: their keys and creation times. */
const overdue: Record<RetentionKind, (of: Overdue) => RawBuilder<unknown>> = {
  calls: ({ station, before }) => sql`
    select id, arrived_at as at from call
    where station_id = ${station} and arrived_at < ${before} and ended_at is not null
      and (number is not null or given_number is not null or caller_id is not null)`,
  notes: ({ station, before }) => sql`
    select id, arrived_at as at from call
    where station_id = ${station} and arrived_at < ${before} and ended_at is not null
      and description <> ''`,
  chat: ({ station, before }) => sql`
    select number, at from chat_message where station_id = ${station} and at < ${before}`,
  quality: ({ station, before }) => sql`
    select q.id, q.at from call_quality q
    where q.at < ${before} and q.call_id in (
      select id from call where station_id = ${station} and arrived_at < ${before})`,
  recordings: ({ station, before }) => sql`
    select id, requested_at as at from recording
    where station_id = ${station} and requested_at < ${before} and deleted_at is null
      and state in ('stored', 'failed')`,
  audit: ({ station, before }) => sql`
    select id, at from audit_entry where station_id = ${station} and at < ${before}`,
};

/** A larger count is reported as this number. */
const MOST_COUNTED = 1_000_000;

export async function countOverdue(
  db: Db,
  kind: RetentionKind,
  of: Overdue,
): Promise<{ rows: number; oldest: Date | null }> {
  const { rows } = await sql<{ rows: number; oldest: Date | null }>`
    select count(*) as rows, min(at) as oldest
    from (${overdue[kind](of)} limit ${MOST_COUNTED}) counted`.execute(db);
  const [counted] = rows;
  return counted ?? { rows: 0, oldest: null };
}

/** Recordings are excluded: the telephony service stores them, and a separate job deletes them. */
export type DatabaseKind = Exclude<RetentionKind, "recordings">;
type RowKind = Exclude<DatabaseKind, "audit">;

/** Removes the picked calls from the stored events and from the stored deliveries of webhooks. */
function removeCopies(station: string) {
  return sql`
    , silent as (
      update outbox set event = 'station.stale',
        payload = jsonb_build_object('type', 'station.stale', 'seq', seq)
      where station_id = ${station}
        and coalesce(payload #>> '{call,id}', payload #>> '{message,card,call}')
          in (select id::text from picked))
    , unsent as (
      delete from integration_delivery d using integration i
      where i.id = d.integration_id and i.station_id = ${station}
        and d.payload #>> '{data,call,id}' in (select id::text from picked))`;
}

const removals: Record<RowKind, (of: Overdue) => RawBuilder<unknown>> = {
  // The call stays in the figures, but without a person.
  calls: ({ station, before }) => sql`
    , gone as (delete from call_event e using picked p where e.call_id = p.id)
    , cards as (
      update chat_message set card = null where station_id = ${station}
        and card->>'call' in (select id::text from picked))
    , sent_cards as (
      update integration_delivery d set payload = jsonb_set(d.payload, '{data,message,card}', 'null')
      from integration i where i.id = d.integration_id and i.station_id = ${station}
        and d.payload #>> '{data,message,card,call}' in (select id::text from picked))
    ${removeCopies(station)}
    , unsent_wins as (
      delete from integration_delivery d using integration i
      where i.id = d.integration_id and i.station_id = ${station}
        and d.payload #>> '{data,win,id}' in (
          select w.id::text from prize_win w join picked p on p.id = w.call_id))
    , unknown as (
      delete from prize_listener where station_id = ${station} and known_at < ${before})
    update call c set number = null, given_number = null, dial_extension = null, caller_id = null, description = ''
    from picked p where c.id = p.id and c.arrived_at = p.at`,
  notes: ({ station }) => sql`
    , gone as (
      delete from call_event e using picked p where e.call_id = p.id and e.type = 'call.described')
    ${removeCopies(station)}
    update call c set description = '' from picked p where c.id = p.id and c.arrived_at = p.at`,
  chat: ({ station }) => sql`
    , silent as (
      update outbox set event = 'station.stale',
        payload = jsonb_build_object('type', 'station.stale', 'seq', seq)
      where station_id = ${station} and event = 'chat.sent'
        and payload #>> '{message,number}' in (select number::text from picked))
    , unsent as (
      delete from integration_delivery d using integration i
      where i.id = d.integration_id and i.station_id = ${station} and d.event = 'chat.sent'
        and d.payload #>> '{data,message,number}' in (select number::text from picked))
    delete from chat_message m using picked p
    where m.station_id = ${station} and m.number = p.number`,
  quality: () => sql`delete from call_quality q using picked p where q.id = p.id`,
};

export async function removeOverdue(
  trx: Trx,
  kind: DatabaseKind,
  { limit, ...of }: Overdue & { limit: number },
): Promise<number> {
  return kind === "audit" ? removeOldAudit(trx, of, limit) : removeRows(trx, kind, of, limit);
}

/**
 * Deletes audit entries through a function of the database, because the role of the server may not
 * delete them.
 */
async function removeOldAudit(trx: Trx, { station, before }: Overdue, limit: number) {
  const { rows } = await sql<{ count: number }>`
    select remove_old_audit(${station}::uuid, ${before}, ${limit}) as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function removeRows(trx: Trx, kind: RowKind, of: Overdue, limit: number): Promise<number> {
  // These settings allow changes of append-only tables, for this transaction only.
  await sql`select set_config('linedesk.retention', 'over', true),
    set_config('linedesk.erasing', ${kind === "calls" ? "on" : "off"}, true)`.execute(trx);
  const { numAffectedRows } = await sql`
    with picked as materialized (${overdue[kind](of)} limit ${limit})
    ${removals[kind](of)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export interface CallToForget {
  id: string;
  at: Date;
  sids: string[];
}

/**
 * Lists old calls whose personal data is deleted here, but which the telephony service may still
 * store.
 */
export async function listCallsToForget(
  db: Db,
  { station, before, limit }: Overdue & { limit: number },
): Promise<CallToForget[]> {
  const { rows } = await sql<CallToForget>`
    select id, arrived_at as at, array_remove(earlier_sids || call_sid, null) as sids from call
    where station_id = ${station} and arrived_at < ${before} and ended_at is not null
      and number is null and given_number is null and caller_id is null
      and (call_sid is not null or earlier_sids <> '{}')
    limit ${limit}`.execute(db);
  return rows;
}

export async function removeSids(db: Db, calls: readonly CallToForget[]): Promise<void> {
  await sql`
    update call set call_sid = null, earlier_sids = '{}'
    where id = any (${calls.map(({ id }) => id)}::uuid[])
      and arrived_at = any (${calls.map(({ at }) => at)}::timestamptz[])`.execute(db);
}

export async function removeForgottenCallers(
  trx: Trx,
  { station, before, limit }: Overdue & { limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from caller where id in (
      select c.id from caller c
      where c.station_id = ${station} and coalesce(c.last_call_at, c.created_at) < ${before}
        and c.merged_into is null
        and not exists (select from caller_flag f where f.caller_id = c.id)
        and not exists (select from call k where k.caller_id = c.id)
      limit ${limit})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
