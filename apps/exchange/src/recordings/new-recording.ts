import { newSid } from "../core/sid.ts";
import type { RecordingRecord, RecordingWish } from "./recording.ts";

type Ask = Pick<RecordingRecord, "accountSid" | "callSid" | "conferenceSid" | "source"> & {
  wish: RecordingWish;
};

/** The record of a recording that begins now. */
export function newRecording({ wish, ...ask }: Ask, nowMs: number): RecordingRecord {
  const now = new Date(nowMs);
  const { track, trimsSilence, callback } = wish;
  return {
    sid: newSid("RE"),
    ...ask,
    status: "in-progress",
    // One track alone has nothing for a second channel.
    channels: track === "both" ? wish.channels : 1,
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
