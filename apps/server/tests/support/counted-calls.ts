import { sql } from "kysely";

import type { CallDirection, EndReason } from "@linedesk/contract";
import { ensureCallPartitions } from "../../src/calls/prune-old-calls.ts";
import type { Db } from "../../src/platform/db/database.ts";

export interface CountedCall {
  id: string;
  at: Date;
  day: string;
  hour: string;
  line: string | null;
  direction: CallDirection;
  caller: string | null;
  operator: string | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  reason: EndReason | null;
  earlierCalls: number;
}

export interface SeedOptions {
  station: string;
  lines: readonly string[];
  operators: readonly string[];
  days: readonly string[];
  callsPerDay: number;
}

const WALL = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Australia/Sydney",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

const MONTHS_MS = 800 * 86_400_000;

/**
 * Inserts calls of every kind at every hour of these days in Sydney. Each run inserts the same
 * calls.
 */
export async function seedCalls(db: Db, options: SeedOptions): Promise<void> {
  const { station, lines, operators, days, callsPerDay } = options;
  await ensureCallPartitions(db, new Date(Date.now() - MONTHS_MS), new Date());
  await sql`
    with drawn as (
      select d.day, n, ('x' || substr(md5(d.day || '-' || n), 1, 7))::bit(28)::int as r
      from unnest(${days}::text[]) as d (day), generate_series(1, ${callsPerDay}::int) as n
    ), timed as (
      select day, n, r, begins + (ends - begins) * ((r % 9973) / 9973.0) as at
      from drawn, lateral (
        select day::timestamp at time zone 'Australia/Sydney' as begins,
          (day::timestamp + interval '1 day') at time zone 'Australia/Sydney' as ends) as bounds
    ), made as (
      select *, r % 5 = 0 as is_outbound, r % 7 < 4 as is_answered,
        interval '1 millisecond' * (r % 900000) as waited,
        interval '1 millisecond' * (r % 1700001) as spoken
      from timed
    )
    insert into call (id, arrived_at, station_id, phone_line_id, direction, number, caller_id,
      call_state, desk, answered_at, answered_by, ended_at, reason, changed_at, earlier_calls, rehearsal)
    select md5(day || 'call' || n)::uuid, date_trunc('milliseconds', at), ${station},
      (${lines}::uuid[]) [r % (${lines.length}::int + 1)],
      case when is_outbound then 'outbound' else 'inbound' end, '+61491570006',
      case when r % 11 > 0 then md5('caller' || r % 37)::uuid end,
      '{"status":"ended","reason":"completed"}', '{"status":"ended"}',
      case when is_answered then date_trunc('milliseconds', at + waited) end,
      case when is_answered then (${operators}::uuid[]) [1 + r % ${operators.length}::int] end,
      date_trunc('milliseconds', at + waited + spoken),
      (array['caller_hung_up', 'operator_hung_up', 'rejected', 'blocked', 'line_closed',
        'failed', 'busy', 'caller_hung_up']) [1 + r % 8], at, r % 3, r % 13 = 0
    from made`.execute(db);
}

export async function readCalls(db: Db, station: string): Promise<CountedCall[]> {
  const { rows } = await sql<CountedCall>`
    select id, arrived_at as at, phone_line_id as line, direction, caller_id as caller,
      answered_by as operator, answered_at as "answeredAt", ended_at as "endedAt", reason,
      earlier_calls as "earlierCalls"
    from call where station_id = ${station} and ended_at is not null
      and not rehearsal`.execute(db);
  return rows.map((row) => {
    const [day = "", time = ""] = WALL.format(row.at).split(", ");
    return { ...row, day, hour: time.slice(0, 2) };
  });
}
