import * as z from "zod/mini";

import { call } from "./calls.ts";
import { endpoint } from "./endpoint.ts";

/** Which answered calls of a station are recorded: none, those for which somebody asks, or each. */
export const recordingModes = ["off", "on_request", "every_call"] as const;
export const recordingMode = z.enum(recordingModes);
export type RecordingMode = z.output<typeof recordingMode>;

const admin = { type: "permission", permission: "admin" } as const;
const stationId = z.object({ id: z.uuid() });

/** What callers are told before: by words that the exchange speaks, or by a sound. */
const recordingSettings = z.object({
  mode: recordingMode,
  noticeWords: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  noticeUrl: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))),
});
export type RecordingSettings = z.output<typeof recordingSettings>;

export const readRecordingSettings = endpoint({
  id: "readRecordingSettings",
  method: "GET",
  path: "/admin/{id}/recording",
  summary: "Which calls are recorded, and what callers are told before",
  access: admin,
  params: stationId,
  answer: recordingSettings,
  errors: ["not_found"],
});

export const saveRecordingSettings = endpoint({
  id: "saveRecordingSettings",
  method: "PUT",
  path: "/admin/{id}/recording",
  summary: "Change which calls are recorded, and what callers are told before",
  access: admin,
  params: stationId,
  body: recordingSettings,
  answer: recordingSettings,
  errors: ["not_found", "rate_limited"],
});

export const recordingActions = ["start", "pause", "resume", "stop"] as const;
export const recordingAction = z.enum(recordingActions);
export type RecordingAction = z.output<typeof recordingAction>;

export const recordCall = endpoint({
  id: "recordCall",
  method: "POST",
  path: "/twilio/calls/{call}/recording",
  summary: "Record the caller, who is told before the first second; pause, resume or stop it",
  access: { type: "thing", permission: "record" },
  params: z.object({ call: z.uuid() }),
  body: z.object({ action: recordingAction }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict", "call_gone", "call_state", "telephony_failed"],
});

const recordingId = z.object({ recording: z.uuid() });

/** Where the sound of a recording is: whole, or the one range that is asked for. */
export const recordingSound = endpoint({
  id: "recordingSound",
  method: "GET",
  path: "/recordings/{recording}/sound",
  summary: "A recording's sound as WAV, not as JSON; that it was played or taken is audited",
  access: { type: "thing", permission: "recordings" },
  params: recordingId,
  /** Given where it is to be stored as a file. */
  query: z.object({ file: z.optional(z.literal("true")) }),
  answer: z.object({}),
  errors: ["not_found", "telephony_unreachable"],
});

export const deleteRecording = endpoint({
  id: "deleteRecording",
  method: "DELETE",
  path: "/recordings/{recording}",
  summary: "Delete a recording here and at the telephony service, for a reason",
  access: { type: "thing", permission: "deleteRecordings" },
  params: recordingId,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  answer: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "conflict", "telephony_unreachable"],
});
