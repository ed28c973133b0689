import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

const recordingId = z.object({ recording: z.uuid() });

/** The sound of a recording: the whole file, or one requested range. */
export const recordingSound = endpoint("GET /recordings/{recording}/sound", {
  id: "recordingSound",
  summary: "A recording's sound as WAV, not as JSON; each playback and download is audited",
  access: { type: "thing", permission: "recordings" },
  params: recordingId,
  /** `file` is set when the sound is downloaded as a file. */
  query: z.object({ file: z.optional(z.literal("true")) }),
  answer: z.object({}),
  errors: ["not_found", "telephony_unreachable"],
});

export const deleteRecording = endpoint("DELETE /recordings/{recording}", {
  id: "deleteRecording",
  summary: "Delete a recording, also at the telephony service, with a reason",
  access: { type: "thing", permission: "deleteRecordings" },
  params: recordingId,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  answer: z.object({ deleted: z.literal(true) }),
  errors: ["not_found", "conflict", "telephony_unreachable"],
});
