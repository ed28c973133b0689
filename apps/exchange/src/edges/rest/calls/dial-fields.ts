import { z } from "zod";

import { RefusedError } from "@linedesk/base";
import type { DialOptions } from "../../../calls/placing/call-api.ts";
import { compact } from "../requests/compact.ts";
import { CODES } from "../requests/error-body.ts";
import { field, type ParameterCodes } from "../requests/form.ts";

/** How a call or a participant is dialled, as creating either takes it. */
export const dialFields = {
  SipAuthUsername: field.text(255).optional(),
  SipAuthPassword: field.text(255).optional(),
  /** It is read by a person, and travels in one line of SIP. */
  CallReason: z
    .string()
    .regex(/^[^\p{Cc}]{1,100}$/u, "is not 1 to 100 characters in one line")
    .optional(),
  CallToken: field.text(4000).optional(),
  Byoc: field.text(34).optional(),
};

export const dialCodes: Record<string, ParameterCodes> = {
  SipAuthUsername: { invalid: CODES.sipUsername },
  SipAuthPassword: { invalid: CODES.sipPassword },
};

interface DialForm {
  SipAuthUsername?: string | undefined;
  SipAuthPassword?: string | undefined;
  CallReason?: string | undefined;
  CallToken?: string | undefined;
  Byoc?: string | undefined;
}

/** Throws RefusedError 21225 of a name without its password. */
export function parseDialOptions(form: DialForm): DialOptions {
  const { SipAuthUsername: username, SipAuthPassword: password } = form;
  if (username !== undefined && password === undefined) {
    const message = "SipAuthPassword is required when providing SipAuthUsername";
    throw new RefusedError(CODES.noSipPassword, message);
  }
  return compact({
    credentials: username && password ? { username, password } : undefined,
    reason: form.CallReason,
    callToken: form.CallToken,
    byoc: form.Byoc,
  });
}
