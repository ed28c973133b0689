import { type Clock, systemClock } from "@linedesk/base";
import type { RemovalDeps } from "../calls/recordings/remove-recordings.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import {
  applyRecordingRetention,
  applyRetention,
  type ForgetDeps,
  forgetOverdueCalls,
} from "./retention.ts";

interface RetentionJobDeps extends ForgetDeps {
  clock?: Pick<Clock, "now">;
}

/** Runs each hour of day and night, so that large amounts are deleted in parts. */
export function createRetentionJob({ clock = systemClock, ...deps }: RetentionJobDeps): Job {
  return {
    name: "retention",
    cron: "43 * * * *",
    run: async () => {
      const now = new Date(clock.now());
      await applyRetention(deps.db, now);
      await forgetOverdueCalls(deps, now);
    },
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
