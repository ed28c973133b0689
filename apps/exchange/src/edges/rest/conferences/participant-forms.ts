import type {
  ParticipantRequest,
  ParticipantUpdate,
} from "../../../calls/conferences/conference-api.ts";
import {
  dialCodes,
  dialFields,
  parseDialOptions,
  parseStatusCallback,
} from "../calls/call-forms.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";

const createFields = {
  ...dialFields,
  Label: field.text(128).optional(),
  Timeout: field.integer(5, 600).optional(),
  StartConferenceOnEnter: field.flag.optional(),
  EndConferenceOnExit: field.flag.optional(),
  Muted: field.flag.optional(),
  EarlyMedia: field.flag.optional(),
  WaitUrl: field.url.optional(),
  WaitMethod: field.method.optional(),
  /** An extension of Twilio's API, like `programmeUrl` of `<Conference>`. */
  ProgrammeUrl: field.url.optional(),
};

const updateFields = {
  Muted: field.flag.optional(),
  Hold: field.flag.optional(),
  HoldUrl: field.url.optional(),
  HoldMethod: field.method.optional(),
  AnnounceUrl: field.url.optional(),
  AnnounceMethod: field.method.optional(),
};

const urlCode = { invalid: CODES.url };
const codes = {
  ...dialCodes,
  WaitUrl: urlCode,
  HoldUrl: urlCode,
  AnnounceUrl: urlCode,
  ProgrammeUrl: urlCode,
};

export function readNewParticipantForm(request: Pick<RestRequest, "form">): ParticipantRequest {
  const form = request.form(createFields, { codes });
  return compact({
    to: form.To,
    from: form.From,
    timeoutS: form.Timeout,
    timeLimitS: form.TimeLimit,
    ...parseDialOptions(form),
    earlyMedia: form.EarlyMedia,
    statusCallback: parseStatusCallback(form),
    join: compact({
      label: form.Label,
      muted: form.Muted,
      startOnEnter: form.StartConferenceOnEnter,
      endOnExit: form.EndConferenceOnExit,
      waitUrl: form.WaitUrl,
      waitMethod: form.WaitMethod,
      programmeUrl: form.ProgrammeUrl,
    }),
  });
}

export function readParticipantUpdateForm(request: Pick<RestRequest, "form">): ParticipantUpdate {
  const form = request.form(updateFields, { codes });
  return compact({
    muted: form.Muted,
    hold: form.Hold,
    holdUrl: form.HoldUrl,
    holdMethod: form.HoldMethod,
    announceUrl: form.AnnounceUrl,
    announceMethod: form.AnnounceMethod,
  });
}
