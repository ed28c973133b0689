import { newSid } from "@linedesk/base";
import type { RecordingRecord, RecordingWish } from "./recording.ts";

type Ask = Pick<RecordingRecord, "accountSid" | "callSid" | "conferenceSid" | "source"> & {
  wish: RecordingWish;
};

/** The record of a recording that begins now. */
export function newRecording({ wish, ...ask }: Ask, nowMs: number): RecordingRecord {
  const now = new Date(nowMs);
  const { track, trimsSilence, callback } = wish;
  // Neither one track alone nor a room has anything for a second channel.
  const isMono = track !== "both" || ask.conferenceSid !== null;
  return {
    sid: newSid("RE"),
    ...ask,
    status: "in-progress",
    channels: isMono ? 1 : wish.channels,
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
