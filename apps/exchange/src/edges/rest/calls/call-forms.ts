import { type HttpMethod, RefusedError } from "@linedesk/base";
import {
  CALL_CALLBACK_EVENTS,
  type CallCallbackEvent,
  type CallbackTarget,
} from "../../../calls/live/callback-target.ts";
import type {
  CallProgram,
  CallUpdate,
  DialOptions,
  OutboundCallRequest,
} from "../../../calls/placing/call-api.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type ParameterCodes } from "../requests/form.ts";
import type { RestRequest } from "../requests/resource.ts";

const programFields = {
  Url: field.url.optional(),
  Method: field.method.optional(),
  Twiml: field.text(4000).optional(),
};

export const dialFields = {
  /** The limit fits a `sip:` address with the maximum number of headers. */
  To: field.text(1600),
  From: field.text(500),
  TimeLimit: field.integer(1, 86_400).optional(),
  StatusCallback: field.url.optional(),
  StatusCallbackMethod: field.method.optional(),
  StatusCallbackEvent: field.list(CALL_CALLBACK_EVENTS).optional(),
  SipAuthUsername: field.text(255).optional(),
  SipAuthPassword: field.text(255).optional(),
  Byoc: field.text(34).optional(),
};

const createFields = {
  ...programFields,
  ...dialFields,
  FallbackUrl: field.url.optional(),
  FallbackMethod: field.method.optional(),
  Timeout: field.integer(1, 600).optional(),
};

const updateFields = {
  ...programFields,
  TimeLimit: dialFields.TimeLimit,
  Status: field.text(20).toLowerCase().optional(),
};

export const dialCodes: Record<string, ParameterCodes> = {
  To: { missing: [CODES.noTo, "No 'To' number is specified"], invalid: CODES.to },
  From: { missing: [CODES.noFrom, "No 'From' number is specified"], invalid: CODES.from },
  Timeout: { invalid: CODES.timeout },
  StatusCallback: { invalid: CODES.statusCallback },
  StatusCallbackMethod: { invalid: CODES.callMethod },
  StatusCallbackEvent: { invalid: CODES.statusCallbackEvent },
  SipAuthUsername: { invalid: CODES.sipUsername },
  SipAuthPassword: { invalid: CODES.sipPassword },
};

const codes: Record<string, ParameterCodes> = {
  ...dialCodes,
  Url: { invalid: CODES.url },
  FallbackUrl: { invalid: CODES.url },
  Method: { invalid: CODES.callMethod },
  FallbackMethod: { invalid: CODES.callMethod },
};

export function readNewCallForm(request: Pick<RestRequest, "form">): OutboundCallRequest {
  const form = request.form(createFields, { codes });
  const program = parseProgram(form);
  if (program === undefined) {
    throw new RefusedError(CODES.url, "Url parameter is required.");
  }
  const { FallbackUrl: url, FallbackMethod: method = "POST" } = form;
  return compact({
    to: form.To,
    from: form.From,
    program,
    fallback: url === undefined ? undefined : { url, method },
    timeoutS: form.Timeout,
    timeLimitS: form.TimeLimit,
    ...parseDialOptions(form),
    statusCallback: parseStatusCallback(form),
  });
}

export function readCallUpdateForm(request: Pick<RestRequest, "form">): CallUpdate {
  const form = request.form(updateFields, { codes });
  if (form.Url !== undefined && form.Twiml !== undefined) {
    throw new RefusedError(CODES.parameter, "Url and Twiml are mutually exclusive");
  }
  return compact({
    status: parseTargetStatus(form.Status),
    program: parseProgram(form),
    timeLimitS: form.TimeLimit,
  });
}

function parseTargetStatus(text: string | undefined): "completed" | "canceled" | undefined {
  if (text === undefined || text === "completed" || text === "canceled") {
    return text;
  }
  throw new RefusedError(
    CODES.parameter,
    "Invalid value for 'Status': it must be completed or canceled",
  );
}

interface ProgramForm {
  Url?: string | undefined;
  Method?: HttpMethod | undefined;
  Twiml?: string | undefined;
}

/** The Url takes precedence over the Twiml. */
function parseProgram({ Url: url, Method: method, Twiml: twiml }: ProgramForm) {
  if (url !== undefined) {
    return { type: "url", url, method: method ?? "POST" } satisfies CallProgram;
  }
  return twiml === undefined ? undefined : ({ type: "twiml", twiml } satisfies CallProgram);
}

interface DialForm {
  SipAuthUsername?: string | undefined;
  SipAuthPassword?: string | undefined;
  Byoc?: string | undefined;
}

export function parseDialOptions(form: DialForm): DialOptions {
  const { SipAuthUsername: username, SipAuthPassword: password } = form;
  if (username !== undefined && password === undefined) {
    const message = "SipAuthPassword is required when providing SipAuthUsername";
    throw new RefusedError(CODES.noSipPassword, message);
  }
  return compact({
    credentials: username && password ? { username, password } : undefined,
    byoc: form.Byoc,
  });
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
