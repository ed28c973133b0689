import type { RecordingRecord } from "../../../calls/recordings/recording.ts";
import { durationS } from "../../../calls/recordings/send-recording-callback.ts";
import { API_VERSION, buildSubresourceUri, buildUri } from "../requests/build-uri.ts";
import { rfc2822 } from "../requests/rfc2822.ts";

/** A recording as Twilio spells it; `mediaUrl` is where its sound lies. */
export function presentRecording(record: RecordingRecord, mediaUrl: string): object {
  const { accountSid, sid, callSid, conferenceSid, sound } = record;
  const folder = buildSubresourceUri(accountSid, "Recordings", sid);
  return {
    sid,
    account_sid: accountSid,
    call_sid: callSid,
    conference_sid: conferenceSid,
    status: record.status,
    channels: record.channels,
    track: record.track,
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
    // Ours: of the WAV file as it was written.
    checksum: sound === null ? null : `sha256:${sound.checksum}`,
    uri: buildUri(accountSid, "Recordings", sid),
    subresource_uris: {
      add_on_results: `${folder}/AddOnResults.json`,
      transcriptions: `${folder}/Transcriptions.json`,
    },
  };
}
