import { newSid } from "@linedesk/base";
import type { RecordingRecord, RecordingOptions } from "./recording.ts";

type NewRecordingOptions = Pick<
  RecordingRecord,
  "accountSid" | "callSid" | "conferenceSid" | "source"
> & {
  options: RecordingOptions;
};

/** The record of a recording that begins now. */
export function newRecording(
  { options: recordingOptions, ...ask }: NewRecordingOptions,
  nowMs: number,
): RecordingRecord {
  const now = new Date(nowMs);
  const { track, trimsSilence, callback } = recordingOptions;
  // Neither one track alone nor a room has anything for a second channel.
  const isMono = track !== "both" || ask.conferenceSid !== null;
  return {
    sid: newSid("RE"),
    ...ask,
    status: "in-progress",
    channels: isMono ? 1 : recordingOptions.channels,
    track,
    trimsSilence,
    callback,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
    sound: null,
    errorCode: null,
  };
}
