import * as z from "zod/mini";

import { endpoint } from "../platform/endpoint.ts";

/** An account carries the calls of every station, so only an owner may change it. */
const access = { type: "permission", permission: "own" } as const;
const stationId = z.object({ id: z.uuid() });

const givenAccount = {
  accountSid: z.string().check(z.trim(), z.maxLength(34), z.regex(/^AC[0-9a-fA-F]{32}$/)),
  authToken: z.string().check(z.trim(), z.minLength(16), z.maxLength(128)),
};

export const numberChange = z.object({
  numberDisplay: z.string(),
  /**
   * The phone line that has the number. `null` when no station has the number; Linedesk then does
   * not change it.
   */
  line: z.nullable(z.string()),
  /** The address that receives its calls now; `null` when its calls go nowhere. */
  before: z.nullable(z.string()),
  /** The address that will receive its calls; equal to `before` when nothing changes. */
  after: z.nullable(z.string()),
});
export type NumberChange = z.output<typeof numberChange>;

export const accountSurvey = z.object({
  /** The account's own name. */
  name: z.string(),
  numbers: z.array(numberChange),
  /** The phone lines whose number the account does not have. */
  missing: z.array(z.string()),
  /** The confirmation identifies the survey by this value. */
  seen: z.string(),
});
export type AccountSurvey = z.output<typeof accountSurvey>;

export const surveyAccount = endpoint("POST /admin/{id}/telephony/account/survey", {
  id: "surveyAccount",
  summary: "The changes that Linedesk would make at a Twilio account",
  access,
  params: stationId,
  body: z.object(givenAccount),
  answer: accountSurvey,
  errors: ["conflict", "telephony_failed", "telephony_unreachable"],
});

export const chooseAccount = endpoint("PUT /admin/{id}/telephony/account", {
  id: "chooseAccount",
  summary: "Make the changes of the survey at a Twilio account, and use this account from now on",
  access,
  params: stationId,
  body: z.object({
    ...givenAccount,
    seen: z.string().check(z.maxLength(64), z.regex(/^[0-9a-f]{64}$/)),
  }),
  /** The server restarts with the chosen account. */
  answer: z.object({ account: z.string() }),
  errors: ["conflict", "telephony_failed", "telephony_unreachable"],
});

export const leaveAccount = endpoint("DELETE /admin/{id}/telephony/account", {
  id: "leaveAccount",
  summary: "Use Linedesk's own exchange again",
  access,
  params: stationId,
  answer: z.object({ account: z.string() }),
  errors: ["not_found", "conflict"],
});
