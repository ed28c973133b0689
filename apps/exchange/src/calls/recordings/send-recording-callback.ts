import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { rfc2822 } from "../live/voice-params.ts";
import {
  recordedTrack,
  RECORDING_CALLBACK_EVENTS,
  type RecordingCallbackEvent,
  type RecordingRecord,
} from "./recording.ts";

export function sendRecordingCallback(
  record: RecordingRecord,
  url: string,
  outbox: CallbackOutbox,
): void {
  const { callback, status } = record;
  if (callback === null || !hasCallbackEvent(status)) {
    return;
  }
  const wanted = callback.events.length > 0 ? callback.events : ["completed"];
  if (!wanted.includes(status)) {
    return;
  }
  outbox.send({
    url: callback.url,
    method: callback.method,
    params: callbackParams(record, url),
    orderKey: record.sid,
  });
}

function hasCallbackEvent(status: string): status is RecordingCallbackEvent {
  return RECORDING_CALLBACK_EVENTS.some((event) => event === status);
}

function callbackParams(record: RecordingRecord, url: string): WebhookParams {
  const { sound, errorCode } = record;
  return {
    AccountSid: record.accountSid,
    CallSid: record.callSid,
    RecordingSid: record.sid,
    RecordingUrl: url,
    RecordingStatus: record.status,
    ...(sound === null ? {} : { RecordingDuration: durationS(sound.durationMs) }),
    RecordingChannels: "1",
    RecordingStartTime: rfc2822(record.startedAt),
    RecordingSource: record.source,
    RecordingTrack: recordedTrack(record.source),
    ErrorCode: String(errorCode ?? 0),
  };
}

/** Formats whole seconds as text; any sound at all counts as at least one second. */
export function durationS(durationMs: number): string {
  return String(durationMs === 0 ? 0 : Math.max(1, Math.round(durationMs / 1000)));
}
