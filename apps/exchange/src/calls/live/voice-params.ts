import { parseSipUri } from "@linedesk/sip";
import { isE164 } from "../../directory/e164.ts";
import { describeNumber } from "../../directory/number-format.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { Leg } from "../legs/leg.ts";
import type { CallOrigin } from "./call-origin.ts";
import type { CallStatus } from "./call.ts";

interface CallSubject {
  sid: string;
  origin: CallOrigin;
  state: { status: CallStatus };
  leg?: Leg | null;
}

/**
 * Every voice request contains these parameters. The parameters of the SDK come first, so that the
 * later ones replace them if their names are equal.
 */
export function voiceParams(call: CallSubject): WebhookParams {
  const { origin } = call;
  return {
    ...groupParams(origin.appParams),
    CallSid: call.sid,
    AccountSid: origin.accountSid,
    From: origin.from,
    To: origin.to,
    Caller: origin.from,
    Called: origin.to,
    CallStatus: call.state.status,
    Direction: origin.direction,
    ApiVersion: "2010-04-01",
    ...optionalParam("CallerName", origin.callerName),
    ...optionalParam("ParentCallSid", origin.parentCallSid),
    ...optionalParam("ForwardedFrom", origin.forwardedFrom),
    ...optionalParam("ApplicationSid", origin.applicationSid),
    ...optionalParam("StirVerstat", origin.stirStatus),
    ...calledSipParams(call),
    ...locationParams("From", origin.from),
    ...locationParams("Caller", origin.from),
    ...locationParams("To", origin.to),
    ...locationParams("Called", origin.to),
  };
}

/**
 * Returns the parameters of a call to a `sip:` address. An incoming SIP call has parameters of its
 * own with the same names.
 */
function calledSipParams({ origin, leg }: CallSubject): WebhookParams {
  const called = origin.direction === "inbound" ? null : parseSipUri(origin.to);
  if (called === null) {
    return {};
  }
  return { SipDomain: called.host, ...optionalParam("SipCallId", leg?.sip?.callId ?? null) };
}

/** A repeated name keeps all its values. */
function groupParams(pairs: readonly (readonly [name: string, value: string])[]): WebhookParams {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
  );
}

/** Formats a date as the API does: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export function rfc2822(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}

function optionalParam(name: string, value: string | null): WebhookParams {
  return value === null ? {} : { [name]: value };
}

/** A numbering plan gives only the country of a number; the other fields are present but empty. */
function locationParams(prefix: string, number: string): WebhookParams {
  if (!isE164(number)) {
    return {};
  }
  return {
    [`${prefix}City`]: "",
    [`${prefix}State`]: "",
    [`${prefix}Zip`]: "",
    [`${prefix}Country`]: describeNumber(number)?.country ?? "",
  };
}
