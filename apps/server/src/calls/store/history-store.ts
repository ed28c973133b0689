import { sql, type RawBuilder } from "kysely";
import * as z from "zod";

import {
  type CallDirection,
  type EndReason,
  type HistoryOutcome,
  type PastRecording,
  pastRecording,
  type QualityReport,
  qualityReport,
} from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { decodeArrivalTime } from "./call-record.ts";

export interface PastCallRow {
  id: string;
  arrivedAt: Date;
  direction: CallDirection;
  answeredAt: Date | null;
  endedAt: Date;
  reason: EndReason;
  description: string;
  number: string | null;
  callerId: string | null;
  callerName: string | null;
  lineId: string | null;
  lineName: string | null;
  answeredBy: string | null;
  quality: QualityReport | null;
  rehearsal: boolean;
  recordings: PastRecording[];
}

export interface HistoryPage {
  station: string;
  callers: readonly string[] | null;
  before: string | null;
  limit: number;
  outcome?: HistoryOutcome | undefined;
  line?: string | undefined;
  /** The first and the last day, in Sydney. */
  from?: string | undefined;
  to?: string | undefined;
  answeredBy?: string | undefined;
  text?: string | undefined;
}

/** A page with filters examines at most this many calls, even if few of them match. */
const MOST_EXAMINED = 2_000;

const PLAIN = /^[\x20-\x7E]*$/u;

const outcomes: Record<HistoryOutcome, RawBuilder<boolean>> = {
  talked: sql<boolean>`c.answered_at is not null`,
  left: sql<boolean>`c.answered_at is null and c.reason = 'caller_hung_up'`,
  refused: sql<boolean>`c.answered_at is null and c.reason in ('rejected', 'line_closed', 'blocked')`,
  other: sql<boolean>`c.answered_at is null
    and c.reason not in ('caller_hung_up', 'rejected', 'line_closed', 'blocked')`,
};

/**
 * Lists the conditions that are tested call by call. Station, caller and time are conditions of the
 * index.
 */
function listFilters({ outcome, line, answeredBy, text }: HistoryPage): RawBuilder<boolean>[] {
  return [
    ...(outcome === undefined ? [] : [outcomes[outcome]]),
    ...(line === undefined ? [] : [sql<boolean>`c.phone_line_id = ${line}`]),
    ...(answeredBy === undefined ? [] : [sql<boolean>`c.answered_by = ${answeredBy}`]),
    ...(text === undefined ? [] : [containsText(text)]),
  ];
}

/**
 * For plain Latin letters only the case is folded, because the folding of all scripts is slow for
 * thousands of calls.
 */
function containsText(text: string): RawBuilder<boolean> {
  const fold = PLAIN.test(text)
    ? (part: RawBuilder<unknown>) => sql`lower(${part} collate "C")`
    : (part: RawBuilder<unknown>) => sql`fold_case(${part})`;
  return sql<boolean>`(position(${fold(sql`${text}::text`)} in ${fold(sql`c.description`)}) > 0
    or position(${fold(sql`${text}::text`)} in ${fold(sql`coalesce(p.name, '')`)}) > 0)`;
}

/** Selects the calls in order of time, by `call_of_caller` or `call_of_station`. */
function selectPage(page: HistoryPage, limit: number): RawBuilder<unknown> {
  const { station, callers, before, from, to } = page;
  const conditions = [
    sql`station_id = ${station}`,
    sql`ended_at is not null`,
    ...(callers === null ? [] : [sql`caller_id = any (${callers}::uuid[])`]),
    ...(before === null
      ? []
      : [sql`(arrived_at, id) < (${decodeArrivalTime(before)}, ${before}::uuid)`]),
    ...(from === undefined
      ? []
      : [sql`arrived_at >= ${from}::date::timestamp at time zone 'Australia/Sydney'`]),
    ...(to === undefined
      ? []
      : [sql`arrived_at < (${to}::date + 1)::timestamp at time zone 'Australia/Sydney'`]),
  ];
  return sql`select * from call where ${sql.join(conditions, sql` and `)}
    order by arrived_at desc, id desc limit ${limit}`;
}

export function queryPastCalls(page: HistoryPage): RawBuilder<PastCallRow> {
  const filters = listFilters(page);
  const looked = selectPage(page, filters.length === 0 ? page.limit : MOST_EXAMINED);
  return sql<PastCallRow>`
    select f.*, u.name as "answeredBy", l.name as "lineName",
      (select q.report from call_quality as q where q.call_id = f.id and q.report is not null
        order by q.id desc limit 1) as quality,
      (select json_agg(json_build_object('id', r.id, 'at', r.requested_at,
          'durationS', r.duration_s, 'deleted', r.deleted_at is not null) order by r.id)
        from recording as r where r.call_id = f.id and r.started_at is not null) as recordings
    from (
      select c.id, c.arrived_at as "arrivedAt", c.direction, c.answered_at as "answeredAt",
        c.ended_at as "endedAt", c.reason, c.description, c.answered_by, c.rehearsal,
        coalesce(c.number, c.given_number) as number, c.caller_id as "callerId",
        p.name as "callerName", c.phone_line_id as "lineId"
      from (${looked}) as c left join caller as p on p.id = c.caller_id
      where ${filters.length === 0 ? sql`true` : sql.join(filters, sql` and `)}
      order by c.arrived_at desc, c.id desc limit ${page.limit}
    ) as f
    left join "user" as u on u.id = f.answered_by
    left join phone_line as l on l.id = f."lineId"
    order by f."arrivedAt" desc, f.id desc`;
}

export async function findPastCalls(db: Db, page: HistoryPage): Promise<PastCallRow[]> {
  const { rows } = await queryPastCalls(page).execute(db);
  return rows.map((row) => ({
    ...row,
    endedAt: row.endedAt ?? row.arrivedAt,
    reason: row.reason ?? "failed",
    quality: qualityReport.safeParse(row.quality).data ?? null,
    recordings: z.array(pastRecording).safeParse(row.recordings).data ?? [],
  }));
}

export async function findPageEnd(db: Db, page: HistoryPage): Promise<string | null> {
  if (listFilters(page).length === 0) {
    return null;
  }
  const { rows } = await sql<{ id: string }>`
    select c.id from (${selectPage(page, MOST_EXAMINED)}) as c
    order by c.arrived_at desc, c.id desc offset ${MOST_EXAMINED - 1} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
