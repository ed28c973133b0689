import { raceAbort, StoppedError, TWILIO_CODES } from "@linedesk/base";
import { parseSipUri } from "@linedesk/sip";
import { toLegEnd } from "../../calls/legs/sip-status.ts";
import { noReferResult, type ReferResult } from "../../calls/legs/transfer-request.ts";
import { type CallStatus, toEndedStatus } from "../../calls/live/call.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { toDialCode } from "../dial/dial-codes.ts";
import { buildActionRequest, sendActionCallback } from "../document/action-request.ts";
import { childElements, readText } from "../document/element.ts";
import { logUnexpectedElement, logUnknownAttributes } from "../document/log-unknown-markup.ts";
import { defineNoun, defineVerb, type VerbScope } from "../document/verb.ts";

const MAX_TARGET = 256;

const sip = defineNoun({ name: "Sip", attributes: [], urls: [], children: [] });

export const refer = defineVerb({
  name: "Refer",
  attributes: ["action", "method"],
  urls: ["action"],
  children: [sip],
  checksChildren: true,
  purposes: ["program"],
  run: runRefer,
});

async function runRefer(
  element: Element,
  scope: VerbScope<"calls" | "webhooks">,
): Promise<Outcome> {
  const { call, signal } = scope;
  logUnexpectedElements(element, call);
  const target = readReferTarget(element, scope);
  if (target === null) {
    return NEXT;
  }
  await raceAbort(call.answer(), signal);
  const { leg } = call;
  if (leg?.kind !== "sip" || leg.refer === undefined) {
    return refused(element, scope, notSip);
  }
  const refusal = scope.services.calls.dialers.checkReferral(target, leg);
  if (refusal !== null) {
    const errorCode = toDialCode(refusal.twilioCode);
    return refused(element, scope, { errorCode, message: refusal.message });
  }
  let result = noReferResult;
  try {
    result = await raceAbort(
      leg.refer(target, (progress) => (result = progress)),
      signal,
    );
    return continueAfterRefer(element, scope, buildReferParams(result));
  } catch (error) {
    const isOver = error instanceof StoppedError && error.reason === "ended";
    if (isOver) {
      sendActionCallback(element, scope, {
        ...buildReferParams(result),
        ReferCallStatus: "canceled",
      });
    }
    throw error;
  }
}

function logUnexpectedElements(refer: Element, call: LiveCall): void {
  const elements = childElements(refer);
  const target = elements.find(({ name }) => name === sip.name);
  for (const element of elements) {
    if (element === target) {
      logUnknownAttributes(element, sip, call);
    } else {
      logUnexpectedElement(element, `Refer does not accept ${element.name} here`, call);
    }
  }
}

function readReferTarget(element: Element, { call }: VerbScope): string | null {
  const target = childElements(element).find(({ name }) => name === sip.name);
  const text = target === undefined ? "" : readText(target).trim();
  const uri = isPlain(text) ? parseSipUri(text) : null;
  if (uri !== null && uri.scheme !== "tel" && text.length <= MAX_TARGET) {
    return text;
  }
  const message = `Refer must contain one Sip with a sip: address of at most ${MAX_TARGET} characters`;
  call.logError("Refer", { errorCode: TWILIO_CODES.TWIML_WARNING, message });
  return null;
}

/**
 * Requires an address that every parser reads in the same way: a second @, or an @ after a ?, can
 * hide a user.
 */
function isPlain(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && /^[^<>"@?]*(?:@[^<>"@?]*)?(?:\?[^<>"@]*)?$/.test(text);
}

const notSip = {
  errorCode: TWILIO_CODES.REFER_NOT_SIP,
  message: "only a call over SIP can be referred",
};

function refused(
  element: Element,
  scope: VerbScope,
  why: { errorCode: number; message: string },
): Outcome {
  scope.call.logError("Refer", why);
  return continueAfterRefer(element, scope, {
    ReferCallStatus: "failed",
    ErrorCode: String(why.errorCode),
  });
}

/** Without a report, the status of the new call is unknown, unless the REFER itself failed. */
function buildReferParams({ sipCode, notifiedCode }: ReferResult): WebhookParams {
  const isRefused = sipCode === null || sipCode >= 300;
  return {
    ...(isRefused ? { ReferCallStatus: "failed" } : {}),
    ...(sipCode === null ? {} : { ReferSipResponseCode: String(sipCode) }),
    ...(isRefused || notifiedCode === null
      ? {}
      : {
          ReferCallStatus: toCallStatus(notifiedCode),
          NotifySipResponseCode: String(notifiedCode),
        }),
  };
}

/** Returns the status of the far end's new call, from its last report. */
function toCallStatus(sipCode: number): CallStatus {
  if (sipCode < 180) {
    return "queued";
  }
  if (sipCode < 200) {
    return "ringing";
  }
  return sipCode < 300 ? "in-progress" : toEndedStatus(toLegEnd(sipCode, ""));
}

function continueAfterRefer(element: Element, scope: VerbScope, params: WebhookParams): Outcome {
  const request = buildActionRequest(element, scope, params);
  return request ? { type: "goto", request } : NEXT;
}
