import { systemClock, type Clock } from "@linedesk/base";
import type { RemovalDeps } from "../calls/recordings/remove-recordings.ts";
import type { Job } from "../platform/jobs/jobs.ts";
import { applyRecordingRetention } from "./retention.ts";

interface RecordingJobDeps extends RemovalDeps {
  clock?: Pick<Clock, "now">;
}

/** Each hour beside the other data; a telephony service that is away is asked again by the next. */
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
