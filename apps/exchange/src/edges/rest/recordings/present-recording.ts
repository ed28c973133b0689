import { recordedTrack, type RecordingRecord } from "../../../calls/recordings/recording.ts";
import { durationS } from "../../../calls/recordings/send-recording-callback.ts";
import { API_VERSION, buildUri } from "../requests/build-uri.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

export function presentRecording(record: RecordingRecord, mediaUrl: string): object {
  const { accountSid, sid, sound } = record;
  return {
    sid,
    account_sid: accountSid,
    call_sid: record.callSid,
    conference_sid: null,
    status: record.status,
    channels: 1,
    track: recordedTrack(record.source),
    source: record.source,
    start_time: rfc2822(record.startedAt),
    duration: sound === null ? null : durationS(sound.durationMs),
    price: null,
    price_unit: "AUD",
    error_code: record.errorCode,
    media_url: mediaUrl,
    api_version: API_VERSION,
    date_created: rfc2822(record.createdAt),
    date_updated: rfc2822(record.updatedAt),
    encryption_details: null,
    // An extension: the checksum of the WAV file at the time when it was written.
    checksum: sound === null ? null : `sha256:${sound.checksum}`,
    uri: buildUri(accountSid, "Recordings", sid),
    subresource_uris: {},
  };
}
