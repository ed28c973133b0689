import { type HttpMethod, RefusedError } from "@linedesk/base";
import {
  CALL_CALLBACK_EVENTS,
  type CallCallbackEvent,
  type CallbackTarget,
} from "../../../calls/live/callback-target.ts";
import type {
  CallProgram,
  CallUpdate,
  OutboundCallRequest,
} from "../../../calls/placing/call-api.ts";
import {
  recordingCodes,
  recordingFields,
  parseRecordingOptions,
} from "../recordings/recording-forms.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type FormOptions } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";
import { dialCodes, dialFields, parseDialOptions } from "./dial-fields.ts";

/** Parameters of Twilio's for what the exchange does not do; a participant's are among them. */
export const IGNORED_CALL_FIELDS: Record<string, "any"> = {
  MachineDetection: "any",
  MachineDetectionTimeout: "any",
  MachineDetectionSpeechThreshold: "any",
  MachineDetectionSpeechEndThreshold: "any",
  MachineDetectionSilenceTimeout: "any",
  AsyncAmd: "any",
  AsyncAmdStatusCallback: "any",
  AsyncAmdStatusCallbackMethod: "any",
  AmdStatusCallback: "any",
  AmdStatusCallbackMethod: "any",
  ClientNotificationUrl: "any",
};

/** A `sip:` address with as many headers as it may have. */
export const MAX_TO = 1600;

const programFields = {
  Url: field.url.optional(),
  Method: field.method.optional(),
  FallbackUrl: field.url.optional(),
  FallbackMethod: field.method.optional(),
  Twiml: field.text(4000).optional(),
  StatusCallback: field.url.optional(),
  StatusCallbackMethod: field.method.optional(),
  StatusCallbackEvent: field.list(CALL_CALLBACK_EVENTS).optional(),
  TimeLimit: field.integer(1, 86_400).optional(),
};

const createFields = {
  ...programFields,
  To: field.text(MAX_TO),
  From: field.text(500),
  ApplicationSid: field.text(34).optional(),
  SendDigits: field.text(32).optional(),
  Timeout: field.integer(1, 600).optional(),
  CallerId: field.text(100).optional(),
  Record: field.flag.optional(),
  ...recordingFields,
  ...dialFields,
};

const updateFields = {
  ...programFields,
  Status: field.text(20).toLowerCase().optional(),
};

/** Of how long a leg rings and who is told of it; participants take the same. */
export const progressCodes = {
  Timeout: { invalid: CODES.timeout },
  StatusCallback: { invalid: CODES.statusCallback },
  StatusCallbackMethod: { invalid: CODES.callMethod },
  StatusCallbackEvent: { invalid: CODES.statusCallbackEvent },
};

const options: FormOptions = {
  ignored: IGNORED_CALL_FIELDS,
  codes: {
    To: { missing: [CODES.noTo, "No 'To' number is specified"], invalid: CODES.to },
    From: { missing: [CODES.noFrom, "No 'From' number is specified"], invalid: CODES.from },
    Url: { invalid: CODES.url },
    FallbackUrl: { invalid: CODES.url },
    Method: { invalid: CODES.callMethod },
    FallbackMethod: { invalid: CODES.callMethod },
    SendDigits: { invalid: CODES.sendDigits },
    ...progressCodes,
    ...dialCodes,
    ...recordingCodes,
  },
};

export function readNewCallForm(request: Pick<RestRequest, "form">): OutboundCallRequest {
  const form = request.form(createFields, options);
  const program = parseProgram(form);
  if (program === null) {
    throw new RefusedError(CODES.url, "Url parameter is required.");
  }
  return compact({
    to: form.To,
    from: form.From,
    program,
    timeoutS: form.Timeout,
    timeLimitS: form.TimeLimit,
    sendDigits: form.SendDigits,
    callerId: form.CallerId,
    ...parseDialOptions(form),
    record: form.Record === true ? parseRecordingOptions(form, "trim-silence") : undefined,
    // An application brings callbacks of its own.
    statusCallback: program.type === "application" ? undefined : parseStatusCallback(form),
  });
}

export function readCallUpdateForm(request: Pick<RestRequest, "form">): CallUpdate {
  const form = request.form(updateFields, options);
  if (form.Url !== undefined && form.Twiml !== undefined) {
    throw new RefusedError(CODES.parameter, "Url and Twiml are mutually exclusive");
  }
  const program = parseProgram(form);
  return compact({
    status: parseTargetStatus(form.Status),
    program: program?.type === "application" ? undefined : (program ?? undefined),
    statusCallback: parseStatusCallback(form) ?? parseCallbackChange(form),
    timeLimitS: form.TimeLimit,
    fallback: parseFallback(form),
  });
}

/** Without a URL it is how the URL that the call has is asked. */
function parseFallback({
  FallbackUrl: url,
  FallbackMethod: method,
}: ProgramForm): CallUpdate["fallback"] {
  if (url !== undefined) {
    return { url, method: method ?? "POST" };
  }
  return method === undefined ? undefined : { method };
}

function parseCallbackChange(form: CallbackForm): CallUpdate["statusCallback"] {
  const manner = { method: form.StatusCallbackMethod, events: form.StatusCallbackEvent };
  return manner.method === undefined && manner.events === undefined ? undefined : compact(manner);
}

function parseTargetStatus(text: string | undefined): "completed" | "canceled" | undefined {
  if (text === undefined || text === "completed" || text === "canceled") {
    return text;
  }
  throw new RefusedError(CODES.parameter, "Invalid value for 'Status': completed or canceled");
}

interface ProgramForm {
  ApplicationSid?: string | undefined;
  Url?: string | undefined;
  Method?: HttpMethod | undefined;
  FallbackUrl?: string | undefined;
  FallbackMethod?: HttpMethod | undefined;
  Twiml?: string | undefined;
}

/** With Url and Twiml the Url wins. */
function parseProgram(form: ProgramForm): CallProgram | null {
  if (form.ApplicationSid !== undefined) {
    return { type: "application", applicationSid: form.ApplicationSid };
  }
  const { FallbackUrl: fallbackUrl, FallbackMethod: fallbackMethod } = form;
  const fallback = fallbackUrl === undefined ? {} : { fallbackUrl, fallbackMethod };
  if (form.Url !== undefined) {
    const { Url: url, Method: method = "POST" } = form;
    return compact({ type: "url" as const, url, method, ...fallback });
  }
  if (form.Twiml === undefined) {
    return null;
  }
  return compact({ type: "twiml" as const, twiml: form.Twiml, ...fallback });
}

interface CallbackForm {
  StatusCallback?: string | undefined;
  StatusCallbackMethod?: HttpMethod | undefined;
  StatusCallbackEvent?: CallCallbackEvent[] | undefined;
}

export function parseStatusCallback(form: CallbackForm): CallbackTarget | undefined {
  if (form.StatusCallback === undefined) {
    return undefined;
  }
  return {
    url: form.StatusCallback,
    method: form.StatusCallbackMethod ?? "POST",
    events: form.StatusCallbackEvent ?? [],
  };
}
