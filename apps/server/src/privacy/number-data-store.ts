import { sql } from "kysely";

import type { Db } from "../platform/db/database.ts";

interface OfNumber {
  station: string;
  number: string;
  limit: number;
}

/** Reads all data of one number from the database, by table. */
const queries = {
  callers: ({ station, number }: OfNumber) => sql`
    select c.id, c.name, c.location, c.note, c.blocked, c.ended_calls, c.last_call_at, c.created_at,
      c.changed_by,
      (select array_agg(n.number order by n.number) from caller_number n where n.caller_id = c.id)
        as numbers,
      (select jsonb_agg(jsonb_build_object('flag', f.name, 'reason', cf.reason, 'until', cf.until))
        from caller_flag cf join flag f on f.id = cf.flag_id where cf.caller_id = c.id) as flags
    from caller c
    where coalesce(c.merged_into, c.id) in (
      select caller_id from caller_number where station_id = ${station} and number = ${number})`,
  calls: ({ station, number }: OfNumber) => sql`
    select id, arrived_at, direction, number, given_number, dial_extension, caller_id, description, answered_at,
      ended_at, reason, radio_off, agreed_to_air
    from call where station_id = ${station} and (number = ${number} or given_number = ${number})
    order by arrived_at`,
  events: ({ station, number }: OfNumber) => sql`
    select e.call_id, e.at, e.type, e.payload from call_event e
    where e.call_id in (
      select id from call
      where station_id = ${station} and (number = ${number} or given_number = ${number}))
    order by e.at, e.step`,
  quality: ({ station, number }: OfNumber) => sql`
    select q.call_id, q.at, q.samples, q.report from call_quality q
    where q.call_id in (
      select id from call
      where station_id = ${station} and (number = ${number} or given_number = ${number}))
    order by q.at`,
  recordings: ({ station, number }: OfNumber) => sql`
    select r.id, r.call_id, r.requested_at, r.notice_words, r.notice_url, r.announced_at,
      r.started_at, r.ended_at, r.duration_s, r.state, r.deleted_at
    from recording r
    where r.call_id in (
      select id from call
      where station_id = ${station} and (number = ${number} or given_number = ${number}))
    order by r.requested_at`,
  contestEntries: ({ station, number }: OfNumber) => sql`
    select e.contest_id, e.call_id, e.at, e.number, e.name, e.ordinal, e.outcome
    from contest_entry e join contest k on k.id = e.contest_id
    where k.station_id = ${station} and e.number = ${number} order by e.at`,
  wins: ({ station, number }: OfNumber) => sql`
    select id, call_id, prize_name, value_cents, number, name, address, won_at, recorded_by,
      exception, status, status_by, status_at, withdrawn_reason
    from prize_win where station_id = ${station} and number = ${number} order by won_at`,
  promotionListener: ({ station, number }: OfNumber) => sql`
    select listener_id, hold, known_at from prize_listener
    where station_id = ${station} and number = ${number}`,
  callerChanges: ({ station, number }: OfNumber) => sql`
    select h.at, h.kind, h.by_name, h.undone_at, h.stored from caller_change h
    where h.station_id = ${station} and h.caller_id in (
      select caller_id from caller_number where station_id = ${station} and number = ${number})
    order by h.at`,
  contacts: ({ station, number }: OfNumber) => sql`
    select number, name, tags, note, show, past_numbers, changed_by, changed_at, deleted_at
    from contact
    where station_id = ${station} and exists (
      select from unnest(past_numbers || contact.number) as own
      where split_part(own, ';', 1) = ${number})`,
  audit: ({ station, number }: OfNumber) => sql`
    select e.at, e.action, e.details, e.subject_id from audit_entry e
    where e.station_id = ${station} and (e.subject_id in (
        select caller_id from caller_number where station_id = ${station} and number = ${number}
        union select id from call
          where station_id = ${station} and (number = ${number} or given_number = ${number})
        union select id from contact
          where station_id = ${station} and split_part(contact.number, ';', 1) = ${number}
        union select id from prize_win where station_id = ${station} and number = ${number})
      or e.details::text like '%' || ${number}::text || '%')
    order by e.id`,
  chatCards: ({ station, number }: OfNumber) => sql`
    select m.number as message, m.at, m.user_name, m.text, m.card from chat_message m
    where m.station_id = ${station} and m.card->>'call' in (
      select id::text from call
      where station_id = ${station} and (number = ${number} or given_number = ${number}))
    order by m.number`,
} as const;

export type NumberData = Record<keyof typeof queries, object[]>;

export async function findOfNumber(db: Db, of: OfNumber): Promise<NumberData> {
  const found: [string, object[]][] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { rows } =
      await sql<object>`select * from (${query(of)}) held limit ${of.limit + 1}`.execute(db);
    found.push([name, rows]);
  }
  return Object.fromEntries(found) as NumberData;
}
