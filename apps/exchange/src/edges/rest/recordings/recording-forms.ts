import type { HttpMethod } from "@linedesk/base";
import {
  RECORDING_CHANGE_STATUSES,
  type RecordingChange,
} from "../../../calls/recordings/recording-api.ts";
import {
  RECORDING_CALLBACK_EVENTS,
  RECORDING_TRACKS,
  type RecordingCallback,
  type RecordingOptions,
  type RecordingTrack,
} from "../../../calls/recordings/recording.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";

const TRIMS = ["trim-silence", "do-not-trim"] as const;

/** How a call or a participant is to be recorded, as creating either takes it. */
export const recordingFields = {
  Trim: field.oneOf(TRIMS).optional(),
  RecordingChannels: field.oneOf(["mono", "dual"]).optional(),
  RecordingTrack: field.oneOf(RECORDING_TRACKS).optional(),
  RecordingStatusCallback: field.url.optional(),
  RecordingStatusCallbackMethod: field.method.optional(),
  RecordingStatusCallbackEvent: field.list(RECORDING_CALLBACK_EVENTS).optional(),
};

/** The same for the room that a participant joins. */
export const conferenceRecordingFields = {
  ConferenceRecord: field.oneOf(["true", "false", "record-from-start", "do-not-record"]).optional(),
  ConferenceTrim: field.oneOf(TRIMS).optional(),
  ConferenceRecordingStatusCallback: field.url.optional(),
  ConferenceRecordingStatusCallbackMethod: field.method.optional(),
  ConferenceRecordingStatusCallbackEvent: field.list(RECORDING_CALLBACK_EVENTS).optional(),
};

export const recordingCodes = {
  RecordingStatusCallback: { invalid: CODES.url },
  ConferenceRecordingStatusCallback: { invalid: CODES.url },
};

interface RecordingForm {
  Trim?: (typeof TRIMS)[number] | undefined;
  RecordingChannels?: "mono" | "dual" | undefined;
  RecordingTrack?: RecordingTrack | undefined;
  RecordingStatusCallback?: string | undefined;
  RecordingStatusCallbackMethod?: HttpMethod | undefined;
  RecordingStatusCallbackEvent?: RecordingCallback["events"] | undefined;
}

interface ConferenceRecordingForm {
  ConferenceRecord?: string | undefined;
  ConferenceTrim?: (typeof TRIMS)[number] | undefined;
  ConferenceRecordingStatusCallback?: string | undefined;
  ConferenceRecordingStatusCallbackMethod?: HttpMethod | undefined;
  ConferenceRecordingStatusCallbackEvent?: RecordingCallback["events"] | undefined;
}

export function parseRecordingOptions(
  form: RecordingForm,
  trim: (typeof TRIMS)[number],
): RecordingOptions {
  return {
    channels: form.RecordingChannels === "dual" ? 2 : 1,
    track: form.RecordingTrack ?? "both",
    trimsSilence: (form.Trim ?? trim) === "trim-silence",
    callback: parseRecordingCallback(
      form.RecordingStatusCallback,
      form.RecordingStatusCallbackMethod,
      form.RecordingStatusCallbackEvent,
    ),
  };
}

/** Undefined where the room is not to be recorded. */
export function parseConferenceRecordingOptions(
  form: ConferenceRecordingForm,
): RecordingOptions | undefined {
  const recordingOptions = form.ConferenceRecord;
  if (recordingOptions !== "true" && recordingOptions !== "record-from-start") {
    return undefined;
  }
  return {
    channels: 1,
    track: "both",
    trimsSilence: form.ConferenceTrim !== "do-not-trim",
    callback: parseRecordingCallback(
      form.ConferenceRecordingStatusCallback,
      form.ConferenceRecordingStatusCallbackMethod,
      form.ConferenceRecordingStatusCallbackEvent,
    ),
  };
}

function parseRecordingCallback(
  url: string | undefined,
  method: HttpMethod = "POST",
  events: RecordingCallback["events"] = [],
): RecordingCallback | null {
  return url === undefined ? null : { url, method, events };
}

const options: FormOptions = { codes: recordingCodes };

/** Starting a recording by REST keeps silence, unless asked. */
export function readNewRecordingForm(request: RestRequest): RecordingOptions {
  return parseRecordingOptions(request.form(recordingFields, options), "do-not-trim");
}

const updateFields = {
  Status: field.oneOf(RECORDING_CHANGE_STATUSES),
  PauseBehavior: field.oneOf(["skip", "silence"]).optional(),
};

export function readRecordingUpdateForm(request: RestRequest): RecordingChange {
  const form = request.form(updateFields);
  return compact({ status: form.Status, pauseBehavior: form.PauseBehavior });
}
