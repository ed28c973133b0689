import { preflightOutcome, type PreflightOutcome, type StoredPreflight } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";

export interface NewPreflight {
  id: string;
  user: string;
  at: Date;
  outcome: PreflightOutcome;
}

export async function insertPreflight(db: Db, report: NewPreflight): Promise<void> {
  const { id, user, at } = report;
  const outcome = JSON.stringify(report.outcome);
  await db.insertInto("preflight_report").values({ id, user_id: user, at, outcome }).execute();
}

/** Deletes all preflights of a person except the newest `limit`. */
export async function prunePreflights(db: Db, user: string, limit: number): Promise<void> {
  const newest = db
    .selectFrom("preflight_report")
    .select("id")
    .where("user_id", "=", user)
    .orderBy("id", "desc")
    .limit(limit);
  await db
    .deleteFrom("preflight_report")
    .where("user_id", "=", user)
    .where("id", "not in", newest)
    .execute();
}

/** Returns the newest preflights first, by their ids, which contain the time. */
export async function findPreflights(
  db: Db,
  page: { user: string; before: string | null; limit: number },
): Promise<StoredPreflight[]> {
  const { user, before, limit } = page;
  const query = db
    .selectFrom("preflight_report")
    .select(["id", "at", "outcome"])
    .where("user_id", "=", user);
  const rows = await (before === null ? query : query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, at, outcome }) => ({
    id,
    at: at.toISOString(),
    outcome: preflightOutcome.parse(outcome),
  }));
}
