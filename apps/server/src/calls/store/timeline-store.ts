import { sql } from "kysely";

import type { DeviceLine } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { decodeArrivalTime } from "./call-record.ts";

export interface TimelineRow {
  id: string;
  at: Date;
  type: string;
  payload: unknown;
  by: string | null;
}

const MOST_ROWS = 5_000;

export const QUALITY_TYPE = "quality.reported";

/**
 * Returns the call's own history, audit entries without a change of state as notes, and its quality
 * reports, oldest first. Times are compared in milliseconds, the history's resolution.
 */
export async function findTimeline(db: Db, call: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select t.id, t.at, t.type, t.payload, u.name as by
    from (
      select id, at, step, type, payload, user_id from call_event
      where call_id = ${call} and at >= ${decodeArrivalTime(call)}
      union all
      select id, date_trunc('milliseconds', at), 0, action, details, user_id from audit_entry
      where subject_id = ${call} and subject_type = 'call' and action <> 'call.arrived'
        and coalesce(details->'events', '[]') = '[]'
      union all
      select id, at, 0, ${QUALITY_TYPE}, null, user_id from call_quality
      where call_id = ${call}
    ) t
    left join "user" u on u.id = t.user_id
    order by t.at desc, t.step desc, t.id desc
    limit ${MOST_ROWS}`.execute(db);
  return rows.toReversed();
}

export const TROUBLE_TYPE = "softphone.failed";

export async function countFaultReports(db: Db, call: string): Promise<number> {
  const { count } = await db
    .selectFrom("call_event")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("call_id", "=", call)
    .where("at", ">=", decodeArrivalTime(call))
    .where("type", "=", TROUBLE_TYPE)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface Trouble {
  call: string;
  user: string;
  at: Date;
  code: number;
  line: DeviceLine;
}

export async function insertTrouble(db: Db, trouble: Trouble): Promise<void> {
  const { call, user, at, code, line } = trouble;
  await db
    .insertInto("call_event")
    .values({
      id: uuidV7(),
      call_id: call,
      at,
      type: TROUBLE_TYPE,
      payload: JSON.stringify({ type: TROUBLE_TYPE, code, line }),
      user_id: user,
    })
    .execute();
}
