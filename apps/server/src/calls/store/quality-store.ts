import type { Db } from "../../platform/db/database.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";

export interface QualityReport {
  call: string;
  user: string;
  at: Date;
  samples: readonly object[];
  report: object | null;
}

/** How many reports of a call one person has sent. */
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
