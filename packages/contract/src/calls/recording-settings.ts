import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { recordingMode } from "./calls.ts";

const admin = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

/** The rule, and the notice before a recording: words that the exchange speaks, or a sound. */
const recordingSettings = z.object({
  mode: recordingMode,
  noticeWords: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  noticeUrl: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))),
});
export type RecordingSettings = z.output<typeof recordingSettings>;

export const readRecordingSettings = endpoint("GET /admin/{id}/recording", {
  id: "readRecordingSettings",
  summary:
    "The rule that selects the recorded calls, and the notice that callers hear before a recording",
  access: admin,
  params: stationId,
  answer: recordingSettings,
  errors: ["not_found"],
});

export const saveRecordingSettings = endpoint("PUT /admin/{id}/recording", {
  id: "saveRecordingSettings",
  summary: "Change the rule that selects the recorded calls, or the notice that callers hear",
  access: admin,
  params: stationId,
  body: recordingSettings,
  answer: recordingSettings,
  errors: ["not_found", "rate_limited"],
});
