import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type SelectQueryBuilder,
} from "kysely";
import * as z from "zod";

import {
  contestMark,
  flagEffect,
  flagIcon,
  flagKind,
  laterHold,
  winMark,
} from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { parseCallState, parseDesk, parseSeen } from "../state/parse-desk.ts";
import type { CallRecord } from "./call-record.ts";
import { holdOfListener, parseWinMark, winsOfCaller } from "./win-mark-store.ts";

const flagsJson = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    colour: z.string(),
    icon: z.nullable(flagIcon),
    kind: flagKind,
    effect: flagEffect,
    reason: z.string(),
    until: z.nullable(z.coerce.date().transform((at) => at.toISOString())),
  }),
);

const callBackJson = z.object({ since: z.string(), tries: z.number() });

const flagsOfCaller = sql<unknown>`coalesce((
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'colour', f.colour,
    'icon', f.icon, 'kind', f.kind, 'effect', f.effect, 'reason', cf.reason,
    'until', cf.until) order by f.name)
  from caller_flag cf join flag f on f.id = cf.flag_id and not f.retired
  where cf.caller_id = c.caller_id and (cf.until is null or cf.until > now())), '[]')`;

const markOfContest = sql<unknown>`(
  select json_build_object('place', e.ordinal, 'callerCount', k.caller_count, 'outcome', e.outcome)
  from contest_entry e join contest k on k.id = e.contest_id where e.call_id = c.id)`;

const programmeOfStation = sql<string | null>`(
  select s.live_programme_url from station_telephony s where s.station_id = c.station_id)`;

/**
 * The columns of a record, by name: PostgreSQL refuses a prepared statement that selects all columns
 * after the migration of another server has added one.
 */
const callColumns = [
  "id",
  "arrived_at",
  "station_id",
  "phone_line_id",
  "direction",
  "call_sid",
  "number",
  "given_number",
  "caller_id",
  "call_state",
  "desk",
  "seen_in_room",
  "conference_sid",
  "next",
  "locked",
  "pinned",
  "sent_back",
  "rehearsal",
  "radio_off",
  "agreed_to_air",
  "programme_audible",
  "position",
  "description",
  "earlier_calls",
  "last_call_at",
  "dialled_by",
  "dialled_at",
  "dial_limit_s",
  "dial_extension",
  "call_back",
  "recording",
  "service",
  "answered_at",
  "answered_by",
  "ended_at",
  "reason",
  "changed_at",
] as const;

function callRows(db: Db) {
  return db.selectFrom("call").select(callColumns);
}

/** Selects the records of these rows of the table of calls. */
export function recordQuery(db: Db, rows = callRows(db)) {
  return db
    .selectFrom(rows.as("c"))
    .leftJoin("phone_line as l", "l.id", "c.phone_line_id")
    .leftJoin("caller as p", "p.id", "c.caller_id")
    .leftJoin("conference_member as m", (join) =>
      join.onRef("m.call_id", "=", "c.id").on("m.left_at", "is", null),
    )
    .select(callColumns.map((column) => `c.${column}` as const))
    .select([
      "l.name as line_name",
      "l.number as line_number",
      "l.priority as line_priority",
      "p.name as caller_name",
      "p.location as caller_location",
      "m.conference_id",
      "m.muted as conference_muted",
      "m.on_hold as conference_on_hold",
      "m.talkback as conference_talkback",
      flagsOfCaller.as("flags"),
      markOfContest.as("contest_mark"),
      winsOfCaller.as("wins"),
      holdOfListener.as("outside_hold"),
      programmeOfStation.as("programme_url"),
    ]);
}

type RecordRow =
  ReturnType<typeof recordQuery> extends SelectQueryBuilder<infer _D, infer _T, infer O>
    ? O
    : never;

/**
 * With its limit of one row, PostgreSQL plans this query once for each connection. Without the
 * limit, it expects a row in each partition, and plans each time anew to avoid them.
 */
function compileOneRecord(): string {
  const compiler = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const row = callRows(compiler)
    .where("id", "=", "")
    .where("arrived_at", "=", new Date(0))
    .limit(sql.lit(1));
  return recordQuery(compiler, row).compile().sql;
}

/** Each request reads calls, and would spend a tenth of its time on building this text. */
const ONE_RECORD = compileOneRecord();

export async function findRecordRow(
  db: Db,
  { id, arrivedAt }: { id: string; arrivedAt: Date },
): Promise<RecordRow | undefined> {
  const query = CompiledQuery.raw(ONE_RECORD, [id, arrivedAt]);
  return (await db.executeQuery<RecordRow>(query)).rows[0];
}

function toRecordedLine(row: RecordRow): CallRecord["phoneLine"] {
  return row.phone_line_id === null || row.line_number === null
    ? null
    : {
        id: row.phone_line_id,
        name: row.line_name ?? "",
        number: row.line_number,
        priority: row.line_priority ?? false,
      };
}

function toMembership(row: RecordRow): CallRecord["conference"] {
  return row.conference_id === null || row.conference_talkback === true
    ? null
    : {
        id: row.conference_id,
        muted: row.conference_muted ?? false,
        onHold: row.conference_on_hold ?? false,
      };
}

export function toCallRecord(row: RecordRow): CallRecord {
  return {
    id: row.id,
    station: row.station_id,
    phoneLine: toRecordedLine(row),
    direction: row.direction,
    callSid: row.call_sid,
    number: row.number,
    givenNumber: row.given_number,
    caller:
      row.caller_id === null
        ? null
        : { id: row.caller_id, name: row.caller_name, location: row.caller_location },
    flags: flagsJson.parse(row.flags),
    callState: parseCallState(row.call_state),
    desk: parseDesk(row.desk),
    seenInRoom: parseSeen(row.seen_in_room),
    conferenceSid: row.conference_sid,
    next: row.next,
    locked: row.locked,
    pinned: row.pinned,
    position: row.position,
    description: row.description,
    earlierCalls: row.earlier_calls,
    lastCallAt: row.last_call_at,
    arrivedAt: row.arrived_at,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    dial:
      row.dialled_at === null || row.dial_limit_s === null
        ? null
        : {
            by: row.dialled_by,
            at: row.dialled_at,
            limitS: row.dial_limit_s,
            extension: row.dial_extension ?? "",
          },
    callBack: callBackJson.nullable().parse(row.call_back),
    conference: toMembership(row),
    talkback: row.conference_talkback === true ? row.conference_id : null,
    air: { radioOff: row.radio_off, agreed: row.agreed_to_air },
    programmeAudible: row.programme_audible,
    sentBack: row.sent_back,
    programmeUrl: row.programme_url,
    win: laterHold(parseWinMark(row.wins), z.nullable(winMark).parse(row.outside_hold)),
    contest: row.contest_mark === null ? null : contestMark.parse(row.contest_mark),
    rehearsal: row.rehearsal,
    recording: row.recording,
    service: row.service,
    endedAt: row.ended_at,
    reason: row.reason,
    changedAt: row.changed_at,
  };
}
