import { systemClock, type Clock } from "@linedesk/base";
import type { RemovalDeps } from "../calls/recordings/remove-recordings.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { applyRecordingRetention } from "./retention.ts";

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
