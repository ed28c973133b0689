import { raceAbort, RefusedError, TWILIO_CODES } from "@linedesk/base";
import { CALL_CALLBACK_EVENTS, type CallbackTarget } from "../../calls/live/callback-target.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { PlaceCallRequest } from "../../calls/placing/place-call-request.ts";
import { isOwnCallerId } from "../../calls/placing/select-caller-id.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { isE164 } from "../../directory/e164.ts";
import { hasKnownCountryCode } from "../../directory/number-format.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { parseMethod, parseNumber, parseWords } from "../document/attributes.ts";
import { childElements, readText } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import { toDialCode } from "./dial-codes.ts";
import { RINGING_NOUNS } from "./dial-nouns.ts";

export interface Callee {
  noun: Element;
  call: LiveCall;
}

type RingingScope = VerbScope<"calls" | "directory">;

interface Ringing {
  scope: RingingScope;
  onEarlyMedia: NonNullable<PlaceCallRequest["onEarlyMedia"]>;
  /** Runs after the last dial; `settled` resolves when a callee answers or no callee is left. */
  onDialled?: (callees: readonly Callee[], settled: Promise<unknown>) => void;
}

export type RingResult =
  | { type: "answered"; callee: Callee }
  /** `sipCode` is the result that a referrer gets. */
  | { type: "unanswered"; params: WebhookParams; sipCode: number };

const MAX_TARGETS = 10;
const NO_ANSWER_CODE = TWILIO_CODES.DIAL_INVALID_NUMBER;

export async function ringFirst(
  dial: Element,
  nouns: Element[],
  ringing: Ringing,
): Promise<RingResult> {
  const known = nouns.filter(({ name }) => RINGING_NOUNS.some((noun) => noun.name === name));
  const targets = known.slice(0, MAX_TARGETS);
  if (known.length > targets.length) {
    const message = `the Dial has more than ${MAX_TARGETS} parties; only the first ${MAX_TARGETS} ring`;
    ringing.scope.call.logError("Dial", {
      errorCode: TWILIO_CODES.TWIML_WARNING,
      message,
    });
  }
  if (targets.length === 0) {
    return noTargets(ringing);
  }
  return ringTogether(dial, targets, ringing);
}

function noTargets({ scope }: Ringing): RingResult {
  const message = "the Dial has nobody to ring";
  const why = noteRefusal({ name: "Dial" }, NO_ANSWER_CODE, { scope, message });
  return { type: "unanswered", params: { DialCallStatus: "failed", ...why }, sipCode: 404 };
}

async function ringTogether(
  dial: Element,
  nouns: Element[],
  { scope, onEarlyMedia, onDialled }: Ringing,
): Promise<RingResult> {
  const callees: Callee[] = [];
  let settle: (winner: Callee | null) => void = () => undefined;
  const settled = new Promise<Callee | null>((resolve) => (settle = resolve));
  function checkCallees() {
    const winner = callees.find(({ call }) => call.state.status === "in-progress");
    if (winner) {
      settle(winner);
    } else if (callees.every(({ call }) => call.isOver)) {
      settle(null);
    }
  }
  let refusal: WebhookParams = {};
  for (const noun of nouns) {
    try {
      const call = placeOne(dial, noun, {
        scope,
        onAnswered: () => queueMicrotask(checkCallees),
        onEarlyMedia,
      });
      callees.push({ noun, call });
      call.ended.addEventListener("abort", () => queueMicrotask(checkCallees), { once: true });
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      refusal = noteRefusal(noun, toDialCode(error.twilioCode), {
        scope,
        message: error.message,
      });
    }
  }
  onDialled?.(callees, settled);
  queueMicrotask(checkCallees);
  let winner: Callee | null = null;
  try {
    winner = await raceAbort(settled, scope.signal);
  } finally {
    for (const { call } of callees) {
      if (call !== winner?.call) {
        call.hangUp({ cause: "cancelled" });
      }
    }
  }
  if (winner) {
    return { type: "answered", callee: winner };
  }
  for (const { noun, call } of callees) {
    const { twilioCode, message = "" } = call.record().end ?? {};
    if (twilioCode) {
      refusal = noteRefusal(noun, twilioCode, { scope, message });
    }
  }
  const { params, sipCode } = summarizeFailures(callees);
  return { type: "unanswered", params: { ...params, ...refusal }, sipCode };
}

function noteRefusal(
  noun: Pick<Element, "name">,
  errorCode: number,
  { scope, message }: { scope: VerbScope; message: string },
): WebhookParams {
  scope.call.logError(noun.name, { errorCode, message });
  return { ErrorCode: String(errorCode) };
}

function summarizeFailures(callees: Callee[]): { params: WebhookParams; sipCode: number } {
  const statuses = callees.map(({ call }) => call.state.status);
  const order = ["no-answer", "busy", "canceled", "failed"] as const;
  const status = order.find((each) => statuses.includes(each)) ?? "failed";
  const callee = callees.find(({ call }) => call.state.status === status);
  const params = {
    DialCallStatus: status,
    DialBridged: "false",
    ...(callee ? { DialCallSid: callee.call.sid, ...dialSipParams(callee) } : {}),
  };
  const { sipCode = 0 } = callee?.call.record().end ?? {};
  return { params, sipCode: sipCode >= 300 ? sipCode : SIP_CODE[status] };
}

export function dialSipParams({ noun, call }: Callee): WebhookParams {
  const { sip } = call.leg ?? {};
  if (noun.name !== "Sip" || !sip) {
    return {};
  }
  const responseCode = sip.responseCode ?? call.record().end?.sipCode;
  return {
    DialSipCallId: sip.callId,
    ...(responseCode === undefined ? {} : { DialSipResponseCode: String(responseCode) }),
    ...Object.fromEntries(sip.headers.map(([name, value]) => [`Dial${name}`, value])),
  };
}

const SIP_CODE = { "no-answer": 480, busy: 486, canceled: 487, failed: 404 } as const;

function placeOne(
  dial: Element,
  noun: Element,
  { scope, onEarlyMedia, onAnswered }: Ringing & { onAnswered: () => void },
): LiveCall {
  const { call, services } = scope;
  const { timeouts, dialler } = services.calls;
  const to = readTarget(noun);
  if (noun.name === "Number" && isE164(to) && !hasKnownCountryCode(to)) {
    throw new RefusedError(
      TWILIO_CODES.DIAL_INVALID_COUNTRY,
      "the number's country code is unknown",
    );
  }
  const fallback = timeouts.dialTimeoutS;
  return dialler.placeCall({
    direction: "outbound-dial",
    parentCallSid: call.sid,
    from: selectDialCallerId(dial, noun, scope),
    to,
    callerName: call.origin.callerName,
    forwardedFrom: call.origin.direction === "inbound" ? call.origin.to : null,
    referredBy: call.referredBy,
    params: readParameters(noun),
    stirStatus: call.origin.direction === "inbound" ? call.origin.stirStatus : null,
    credentials: readCredentials(noun),
    byoc: noun.name === "Number" ? (noun.attributes["byoc"] ?? null) : null,
    ringTimeoutS: parseNumber(dial, "timeout", { fallback, min: 1, max: 600 }),
    timeLimitS: timeouts.timeLimitS,
    statusCallback: parseStatusCallback(noun, scope),
    onEarlyMedia,
    onAnswered,
  });
}

function readTarget(noun: Element): string {
  const text = readText(noun);
  if (noun.name === "Client") {
    const identity = childElements(noun).find(({ name }) => name === "Identity");
    return `client:${identity ? readText(identity) : text}`;
  }
  return noun.name === "Number" ? text.replace(/[\s()-]/g, "") : text;
}

function readParameters(noun: Element): [name: string, value: string][] {
  return childElements(noun)
    .filter(({ name }) => name === "Parameter")
    .map(({ attributes }) => [attributes["name"] ?? "", attributes["value"] ?? ""]);
}

function readCredentials({ name, attributes }: Element) {
  const { username, password = "" } = attributes;
  return name === "Sip" && username ? { username, password } : null;
}

/** Selects the caller ID for the callee. Throws RefusedError 13214 when it is not allowed. */
function selectDialCallerId(
  dial: Element,
  noun: Element,
  { call, services }: VerbScope<"directory">,
): string {
  const { from, to } = call.origin;
  const shown = dial.attributes["callerId"] ?? from;
  if (noun.name !== "Number") {
    return shown;
  }
  const isKnown = shown === from || shown === to || isOwnCallerId(shown, services.directory);
  if (isE164(shown) && isKnown) {
    return shown;
  }
  throw new RefusedError(
    TWILIO_CODES.DIAL_INVALID_CALLER_ID,
    "the caller ID is neither the caller's number, the called number nor a validated number",
  );
}

function parseStatusCallback(noun: Element, { document }: VerbScope): CallbackTarget | null {
  const { statusCallback } = noun.attributes;
  const url = statusCallback ? resolveUrl(statusCallback, document) : null;
  if (!url) {
    return null;
  }
  const events = parseWords(noun, "statusCallbackEvent", CALL_CALLBACK_EVENTS);
  return { url, method: parseMethod(noun, "statusCallbackMethod"), events };
}
