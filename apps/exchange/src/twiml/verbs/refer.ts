import { orAborted, Stopped } from "@linedesk/base";
import { parseSipUri } from "@linedesk/sip";
import { endOfStatus } from "../../calls/legs/sip-status.ts";
import { notReferred, type ReferResult } from "../../calls/legs/transfer.ts";
import { type CallStatus, endedStatusOf } from "../../calls/live/call.ts";
import { NEXT, type Outcome } from "../../calls/playback/outcome.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { dialCodeOf } from "../dial/dial-codes.ts";
import { actionOf, tellAction } from "../document/action.ts";
import { elementsIn, textOf } from "../document/element.ts";
import { noteForeignNouns } from "../document/known-words.ts";
import type { Verb, VerbScope } from "../document/verb.ts";

const LONGEST_TARGET = 256;

/** Asks the call's own SIP party to call somebody else; then its action, or the next verb. */
export const refer: Verb = async (element, scope) => {
  const { call, signal } = scope;
  noteForeignNouns(element, call);
  const target = targetOf(element, scope);
  if (target === null) {
    return NEXT;
  }
  await orAborted(call.answer(), signal);
  const { leg } = call;
  if (leg?.kind !== "sip" || leg.refer === undefined) {
    return refused(element, scope, notSip);
  }
  const refusal = scope.services.placer.referralRefusalOf(target, leg);
  if (refusal !== null) {
    const errorCode = dialCodeOf(refusal.twilioCode);
    return refused(element, scope, { errorCode, message: refusal.message });
  }
  let result = notReferred;
  try {
    result = await orAborted(
      leg.refer(target, (progress) => (result = progress)),
      signal,
    );
    return goOn(element, scope, paramsOf(result));
  } catch (error) {
    const isOver = error instanceof Stopped && error.why === "ended";
    if (isOver) {
      tellAction(element, scope, { ...paramsOf(result), ReferCallStatus: "canceled" });
    }
    throw error;
  }
};

function targetOf(element: Element, { call }: VerbScope): string | null {
  const sip = elementsIn(element).find(({ name }) => name === "Sip");
  const text = sip === undefined ? "" : textOf(sip).trim();
  const uri = isPlain(text) ? parseSipUri(text) : null;
  if (uri !== null && uri.scheme !== "tel" && text.length <= LONGEST_TARGET) {
    return text;
  }
  const message = `Refer takes one Sip with a sip: address of at most ${LONGEST_TARGET} characters`;
  call.note("error", "Refer", { errorCode: 12200, message });
  return null;
}

/** Read by every far end as we read it: a second @, or one after a ?, may hide another user. */
function isPlain(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && /^[^<>"@?]*(?:@[^<>"@?]*)?(?:\?[^<>"@]*)?$/.test(text);
}

const notSip = { errorCode: 13801, message: "only a call over SIP can be referred" };

/** Nothing is sent. */
function refused(
  element: Element,
  scope: VerbScope,
  why: { errorCode: number; message: string },
): Outcome {
  scope.call.note("error", "Refer", why);
  return goOn(element, scope, { ReferCallStatus: "failed", ErrorCode: String(why.errorCode) });
}

/** Without a word of the new call there is no status of it, unless the REFER itself failed. */
function paramsOf({ sipCode, notifiedCode }: ReferResult): WebhookParams {
  const isRefused = sipCode === null || sipCode >= 300;
  return {
    ...(isRefused ? { ReferCallStatus: "failed" } : {}),
    ...(sipCode === null ? {} : { ReferSipResponseCode: String(sipCode) }),
    ...(isRefused || notifiedCode === null
      ? {}
      : {
          ReferCallStatus: statusOf(notifiedCode),
          NotifySipResponseCode: String(notifiedCode),
        }),
  };
}

/** Of the call that the far end makes, by the last that it told of it. */
function statusOf(sipCode: number): CallStatus {
  if (sipCode < 180) {
    return "queued";
  }
  if (sipCode < 200) {
    return "ringing";
  }
  return sipCode < 300 ? "in-progress" : endedStatusOf(endOfStatus(sipCode, ""));
}

function goOn(element: Element, scope: VerbScope, params: WebhookParams): Outcome {
  const request = actionOf(element, scope, params);
  return request ? { type: "goto", request } : NEXT;
}
