import {
  BEEPS,
  CONFERENCE_CALLBACK_EVENTS,
  type ConferenceCallback,
  type JoinOptions,
  type ParticipantRequest,
  type ParticipantUpdate,
} from "../../../calls/conferences/conference-api.ts";
import { CALL_CALLBACK_EVENTS } from "../../../calls/live/callback-target.ts";
import {
  IGNORED_CALL_FIELDS,
  MAX_TO,
  parseStatusCallback,
  progressCodes,
} from "../calls/call-forms.ts";
import { dialCodes, dialFields, parseDialOptions } from "../calls/dial-fields.ts";
import {
  recordingCodes,
  recordingFields,
  conferenceRecordingFields,
  parseConferenceRecordingOptions,
  parseRecordingOptions,
} from "../recordings/recording-forms.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";

const coachFields = {
  Coaching: field.flag.optional(),
  CallSidToCoach: field.text(34).optional(),
  EndConferenceOnExit: field.flag.optional(),
  Muted: field.flag.optional(),
  WaitUrl: field.urlOrNone.optional(),
  WaitMethod: field.method.optional(),
};

const createFields = {
  ...coachFields,
  ...dialFields,
  From: field.text(500),
  To: field.text(MAX_TO),
  Label: field.text(128).optional(),
  Timeout: field.integer(5, 600).optional(),
  TimeLimit: field.integer(1, 86_400).optional(),
  Beep: field.oneOf(BEEPS).optional(),
  StartConferenceOnEnter: field.flag.optional(),
  EarlyMedia: field.flag.optional(),
  MaxParticipants: field.integer(2, 250).optional(),
  CallerId: field.text(100).optional(),
  CallerDisplayName: field.text(128).optional(),
  Record: field.flag.optional(),
  ...recordingFields,
  ...conferenceRecordingFields,
  StatusCallback: field.url.optional(),
  StatusCallbackMethod: field.method.optional(),
  StatusCallbackEvent: field.list(CALL_CALLBACK_EVENTS).optional(),
  /** An extension of ours, as `programmeUrl` of `<Conference>`. */
  ProgrammeUrl: field.url.optional(),
  ConferenceStatusCallback: field.url.optional(),
  ConferenceStatusCallbackMethod: field.method.optional(),
  ConferenceStatusCallbackEvent: field.list(CONFERENCE_CALLBACK_EVENTS).optional(),
};

const updateFields = {
  ...coachFields,
  Hold: field.flag.optional(),
  HoldUrl: field.url.optional(),
  HoldMethod: field.method.optional(),
  AnnounceUrl: field.url.optional(),
  AnnounceMethod: field.method.optional(),
  BeepOnExit: field.flag.optional(),
};

const urlCode = { invalid: CODES.url };
const options: FormOptions = {
  ignored: {
    ...IGNORED_CALL_FIELDS,
    // The exchange's own buffer adapts; any wish is met.
    JitterBufferSize: ["off", "small", "medium", "large"],
    Region: ["us1", "au1", "ie1", "sg1", "jp1", "br1", "de1"],
  },
  codes: {
    To: { missing: [CODES.noTo, "No 'To' number is specified"], invalid: CODES.to },
    From: { missing: [CODES.noFrom, "No 'From' number is specified"], invalid: CODES.from },
    HoldUrl: urlCode,
    WaitUrl: urlCode,
    AnnounceUrl: urlCode,
    ProgrammeUrl: urlCode,
    ...progressCodes,
    ConferenceStatusCallback: progressCodes.StatusCallback,
    ConferenceStatusCallbackMethod: progressCodes.StatusCallbackMethod,
    ConferenceStatusCallbackEvent: progressCodes.StatusCallbackEvent,
    ...dialCodes,
    ...recordingCodes,
  },
};

function readCreate(request: Pick<RestRequest, "form">) {
  return request.form(createFields, options);
}
type CreateForm = ReturnType<typeof readCreate>;

export function readNewParticipantForm(request: Pick<RestRequest, "form">): ParticipantRequest {
  const form = readCreate(request);
  return compact({
    to: form.To,
    from: form.From,
    timeoutS: form.Timeout,
    timeLimitS: form.TimeLimit,
    callerId: form.CallerId,
    callerName: form.CallerDisplayName,
    ...parseDialOptions(form),
    earlyMedia: form.EarlyMedia,
    coaching: form.Coaching,
    statusCallback: parseStatusCallback(form),
    record: form.Record === true ? parseRecordingOptions(form, "trim-silence") : undefined,
    join: parseJoinOptions(form),
  });
}

function parseJoinOptions(form: CreateForm): Partial<JoinOptions> {
  return compact({
    label: form.Label,
    muted: form.Muted,
    beep: form.Beep,
    startOnEnter: form.StartConferenceOnEnter,
    endOnExit: form.EndConferenceOnExit,
    // An empty WaitUrl is silence; none at all the builtin music.
    waitUrl: form.WaitUrl === null ? "" : form.WaitUrl,
    waitMethod: form.WaitMethod,
    maxParticipants: form.MaxParticipants,
    callSidToCoach: form.Coaching === false ? undefined : form.CallSidToCoach,
    programmeUrl: form.ProgrammeUrl,
    statusCallback: parseConferenceCallback(form),
    record: parseConferenceRecordingOptions(form),
  });
}

function parseConferenceCallback(form: CreateForm): ConferenceCallback | undefined {
  if (form.ConferenceStatusCallback === undefined) {
    return undefined;
  }
  return {
    url: form.ConferenceStatusCallback,
    method: form.ConferenceStatusCallbackMethod ?? "POST",
    events: form.ConferenceStatusCallbackEvent ?? [],
  };
}

export function readParticipantUpdateForm(request: Pick<RestRequest, "form">): ParticipantUpdate {
  const form = request.form(updateFields, options);
  return compact({
    muted: form.Muted,
    hold: form.Hold,
    holdUrl: form.HoldUrl,
    holdMethod: form.HoldMethod,
    announceUrl: form.AnnounceUrl,
    announceMethod: form.AnnounceMethod,
    waitUrl: form.WaitUrl === null ? "" : form.WaitUrl,
    waitMethod: form.WaitMethod,
    beepOnExit: form.BeepOnExit,
    endOnExit: form.EndConferenceOnExit,
    coaching: form.Coaching,
    callSidToCoach: form.CallSidToCoach,
  });
}
