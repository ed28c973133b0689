import { sql } from "kysely";

import {
  type CallDirection,
  type EndReason,
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
  answeredBy: string | null;
  quality: QualityReport | null;
}

export interface HistoryPage {
  callers: readonly string[];
  /** The id of the call behind which the page begins; null begins with the newest. */
  before: string | null;
  limit: number;
}

/** Ended calls of these callers, newest first, by the index `call_of_caller`. */
export async function findPastCalls(db: Db, page: HistoryPage): Promise<PastCallRow[]> {
  const { before } = page;
  const query = db
    .selectFrom("call as c")
    .leftJoin("user as u", "u.id", "c.answered_by")
    .select([
      "c.id",
      "c.arrived_at as arrivedAt",
      "c.direction",
      "c.answered_at as answeredAt",
      "c.ended_at as endedAt",
      "c.reason",
      "c.description",
      "u.name as answeredBy",
      (eb) =>
        eb
          .selectFrom("call_quality as q")
          .select("q.report")
          .whereRef("q.call_id", "=", "c.id")
          .where("q.report", "is not", null)
          .orderBy("q.id", "desc")
          .limit(1)
          .as("quality"),
    ])
    .where("c.caller_id", "in", page.callers)
    .where("c.ended_at", "is not", null);
  const rows = await (
    before === null
      ? query
      : query.where(sql<boolean>`(c.arrived_at, c.id) < (${decodeArrivalTime(before)}, ${before})`)
  )
    .orderBy("c.arrived_at", "desc")
    .orderBy("c.id", "desc")
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    endedAt: row.endedAt ?? row.arrivedAt,
    reason: row.reason ?? "failed",
    quality: qualityReport.safeParse(row.quality).data ?? null,
  }));
}
