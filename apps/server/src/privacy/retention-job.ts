import { type Clock, systemClock } from "@linedesk/base";
import type { RemovalDeps } from "../calls/recordings/remove-recordings.ts";
import type { Db } from "../platform/db/database.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { applyRecordingRetention, applyRetention } from "./retention.ts";

interface RetentionJobDeps {
  db: Db;
  clock?: Pick<Clock, "now">;
}

/** Runs each hour of day and night, so that large amounts are deleted in parts. */
export function createRetentionJob({ db, clock = systemClock }: RetentionJobDeps): Job {
  return {
    name: "retention",
    cron: "43 * * * *",
    run: () => applyRetention(db, new Date(clock.now())),
  };
}

interface RecordingJobDeps extends RemovalDeps {
  clock?: Pick<Clock, "now">;
}

export function createRecordingRetentionJob({
  clock = systemClock,
  ...deps
}: RecordingJobDeps): Job {
  return {
    name: "recording-retention",
    cron: "47 * * * *",
    run: () => applyRecordingRetention(deps, new Date(clock.now())),
  };
}
