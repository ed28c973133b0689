import { sql } from "kysely";

import type { Db } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";

export interface QualityReport {
  call: string;
  user: string;
  at: Date;
  samples: readonly object[];
  report: object | null;
}

export async function countQualityReports(db: Db, call: string, user: string): Promise<number> {
  const { count } = await db
    .selectFrom("call_quality")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("call_id", "=", call)
    .where("user_id", "=", user)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertQualityReport(db: Db, report: QualityReport): Promise<void> {
  await db
    .insertInto("call_quality")
    .values({
      id: uuidV7(),
      call_id: report.call,
      user_id: report.user,
      at: report.at,
      samples: JSON.stringify(report.samples),
      report: report.report === null ? null : JSON.stringify(report.report),
    })
    .execute();
}

export async function hasHadLeg(db: Db, call: string, user: string): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from claim where call_id = ${call} and user_id = ${user})
      or exists (select from call_leg where call_id = ${call} and user_id = ${user}) as had`.execute(
    db,
  );
  return rows[0]?.had === true;
}

export interface AverageQuality {
  mos: number | null;
  jitterMs: number | null;
  lossPercent: number | null;
}

/** Returns the averages of the reports' samples, rounded to hundredths, by the id of the report. */
export async function averageQuality(
  db: Db,
  reports: readonly string[],
): Promise<Map<string, AverageQuality>> {
  if (reports.length === 0) {
    return new Map();
  }
  const { rows } = await sql<AverageQuality & { id: string }>`
    select q.id, s.mos, s."jitterMs", s."lossPercent"
    from call_quality q cross join lateral (
      select round(avg((one->>'mos')::numeric), 2)::float8 as mos,
        round(avg((one->>'jitter')::numeric), 2)::float8 as "jitterMs",
        round(avg((one->>'packetsLostFraction')::numeric), 2)::float8 as "lossPercent"
      from jsonb_array_elements(q.samples) one
    ) s
    where q.id = any (${reports}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...average }) => [id, average]));
}
