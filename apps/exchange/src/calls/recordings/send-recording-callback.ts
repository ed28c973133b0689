import type { CallbackOutbox } from "../../webhooks/callback-outbox.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { rfc2822 } from "../live/voice-params.ts";
import {
  RECORDING_CALLBACK_EVENTS,
  type RecordingCallbackEvent,
  type RecordingRecord,
} from "./recording.ts";

/** Tells whoever asked how a recording gets on; one recording's come in order. */
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
  const { callSid, conferenceSid, sound, errorCode } = record;
  return {
    AccountSid: record.accountSid,
    ...(callSid === null ? {} : { CallSid: callSid }),
    ...(conferenceSid === null ? {} : { ConferenceSid: conferenceSid }),
    RecordingSid: record.sid,
    RecordingUrl: url,
    RecordingStatus: record.status,
    ...(sound === null ? {} : { RecordingDuration: durationS(sound.durationMs) }),
    RecordingChannels: String(record.channels),
    RecordingStartTime: rfc2822(record.startedAt),
    RecordingSource: record.source,
    RecordingTrack: record.track,
    ErrorCode: String(errorCode ?? 0),
  };
}

/** Whole seconds, as text; what is there at all lasts one. */
export function durationS(durationMs: number): string {
  return String(durationMs === 0 ? 0 : Math.max(1, Math.round(durationMs / 1000)));
}
