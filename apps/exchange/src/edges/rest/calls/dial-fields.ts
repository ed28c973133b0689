import { z } from "zod";

import type { DialOptions } from "../../../calls/placing/call-api.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type ParameterCodes } from "../requests/form.ts";

/** How a call or a participant is dialled, as creating either takes it. */
export const dialFields = {
  SipAuthUsername: field.text(128).optional(),
  SipAuthPassword: field.text(128).optional(),
  /** It is read by a person, and travels in one line of SIP. */
  CallReason: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, "is not 1 to 100 characters in one line")
    .optional(),
  CallToken: field.text(4000).optional(),
  Byoc: field.text(34).optional(),
  /** Only ever asked when To is a client. */
  ClientNotificationUrl: field.url.optional(),
};

export const dialCodes: Record<string, ParameterCodes> = {
  ClientNotificationUrl: { invalid: CODES.url },
};

interface DialForm {
  SipAuthUsername?: string | undefined;
  SipAuthPassword?: string | undefined;
  CallReason?: string | undefined;
  CallToken?: string | undefined;
  Byoc?: string | undefined;
  ClientNotificationUrl?: string | undefined;
}

export function parseDialOptions(form: DialForm): DialOptions {
  const { SipAuthUsername: username, SipAuthPassword: password = "" } = form;
  return compact({
    credentials: username === undefined ? undefined : { username, password },
    reason: form.CallReason,
    callToken: form.CallToken,
    byoc: form.Byoc,
    clientNotificationUrl: form.ClientNotificationUrl,
  });
}
