import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";
import { call } from "./calls.ts";

export const recordingActions = ["start", "pause", "resume", "stop"] as const;
export const recordingAction = z.enum(recordingActions);
export type RecordingAction = z.output<typeof recordingAction>;

export const recordCall = endpoint("POST /twilio/calls/{call}/recording", {
  id: "recordCall",
  summary: "Record a call after the notice to its caller; pause, resume or stop the recording",
  access: { type: "thing", permission: "record" },
  params: z.object({ call: z.uuid() }),
  body: z.object({ action: recordingAction }),
  answer: z.object({ call }),
  errors: ["not_found", "conflict", "call_gone", "call_state", "telephony_failed"],
});
