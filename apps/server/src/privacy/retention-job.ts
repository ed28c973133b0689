import { systemClock, type Clock } from "@linedesk/base";
import type { Db } from "../platform/db/database.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { applyRetention } from "./retention.ts";

interface RetentionJobDeps {
  db: Db;
  clock?: Pick<Clock, "now">;
}

/** Each hour, so that what is much goes in parts; by day and night alike. */
export function createRetentionJob({ db, clock = systemClock }: RetentionJobDeps): Job {
  return {
    name: "retention",
    cron: "43 * * * *",
    run: () => applyRetention(db, new Date(clock.now())),
  };
}
