import { z } from "zod";

import { HTTP_METHODS } from "@linedesk/base";

export const RECORDING_CALLBACK_EVENTS = ["in-progress", "completed", "absent"] as const;

const status = z.enum(["in-progress", "paused", "stopped", "processing", "completed", "absent"]);

const callback = z.object({
  url: z.string(),
  method: z.enum(HTTP_METHODS),
  /** An empty list means only `completed`. */
  events: z.array(z.enum(RECORDING_CALLBACK_EVENTS)),
});

export const recordingRecord = z.object({
  sid: z.string().regex(/^RE[0-9a-f]{32}$/),
  accountSid: z.string(),
  callSid: z.string(),
  status,
  source: z.enum(["RecordVerb", "StartCallRecordingAPI"]),
  callback: callback.nullable(),
  startedAt: z.coerce.date(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  sound: z.object({ durationMs: z.number(), bytes: z.number(), checksum: z.string() }).nullable(),
  errorCode: z.number().nullable(),
});

export type RecordingRecord = z.infer<typeof recordingRecord>;
export type RecordingStatus = RecordingRecord["status"];
export type RecordingSource = RecordingRecord["source"];
export type RecordingCallback = z.infer<typeof callback>;
export type RecordingCallbackEvent = RecordingCallback["events"][number];

export type RecordingEvent =
  | { type: "paused" }
  | { type: "resumed" }
  | { type: "stopped" }
  /** The exchange was killed; its recording is being repaired. */
  | { type: "found" }
  | { type: "saved" }
  | { type: "lost" };

/** This function is pure and total: an event that does not fit returns the same status. */
export function nextRecordingStatus(
  before: RecordingStatus,
  event: RecordingEvent,
): RecordingStatus {
  const isRunning = before === "in-progress" || before === "paused";
  const isUnfinished = isRunning || before === "stopped" || before === "processing";
  switch (event.type) {
    case "paused":
      return before === "in-progress" ? "paused" : before;
    case "resumed":
      return before === "paused" ? "in-progress" : before;
    case "stopped":
      return isRunning ? "stopped" : before;
    case "found":
      return isUnfinished ? "processing" : before;
    case "saved":
      return isUnfinished ? "completed" : before;
    case "lost":
      return isUnfinished ? "absent" : before;
  }
}

export function isUnfinished({ status: now }: RecordingRecord): boolean {
  return now === "in-progress" || now === "paused" || now === "stopped" || now === "processing";
}

/** Record captures only the caller; a recording by REST captures both sides. */
export function recordedTrack(source: RecordingSource): "inbound" | "both" {
  return source === "RecordVerb" ? "inbound" : "both";
}
