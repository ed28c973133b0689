import { orAborted, RefusedError } from "@linedesk/base";
import type { CallCallbackEvent, CallbackTarget } from "../../calls/live/callback-target.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import { isOurCallerId } from "../../calls/placing/caller-id.ts";
import { learnAnswerer } from "../../calls/placing/learn-answerer.ts";
import type { PlaceRequest } from "../../calls/placing/place-request.ts";
import { type Element } from "../../calls/playback/twiml-document.ts";
import { isE164 } from "../../directory/e164.ts";
import { hasKnownCountryCode } from "../../directory/number-form.ts";
import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { flagOf, methodOf, numberOf, wordsOf } from "../document/attributes.ts";
import { elementsIn, textOf } from "../document/element.ts";
import { resolveUrl } from "../document/fetch-document.ts";
import type { VerbScope } from "../document/verb.ts";
import { dialCodeOf } from "./dial-codes.ts";
import { machineDetectionOf } from "./machine-detection.ts";

export interface Callee {
  noun: Element;
  call: LiveCall;
}

/** For whom it rings, and what is to be done when a far end can be heard before it answers. */
interface Ringing {
  scope: VerbScope;
  onEarlyMedia: NonNullable<PlaceRequest["onEarlyMedia"]>;
}

export type Rung =
  | { type: "answered"; callee: Callee }
  /** The code says why in SIP's words, to who is told by them. */
  | { type: "nobody"; params: WebhookParams; sipCode: number };

const TARGETS_AT_MOST = 10;
/** No number that could be dialled. */
const NOBODY = 13224;
const NO_NOTIFICATION_URL = 13806;
const KNOWN = new Set(["Number", "Client", "Sip"]);
const EVENTS: readonly CallCallbackEvent[] = [
  "initiated",
  "ringing",
  "answered",
  "completed",
  "quality",
];

/** Rings all nouns at once, or one after the other; the first answer wins and ends the rest. */
export async function ringFirst(dial: Element, nouns: Element[], ringing: Ringing): Promise<Rung> {
  const known = nouns.filter(({ name }) => KNOWN.has(name));
  const targets = known.slice(0, TARGETS_AT_MOST);
  if (known.length > targets.length) {
    const message = `a Dial rings ${TARGETS_AT_MOST} at most`;
    ringing.scope.call.note("error", "Dial", { errorCode: 12200, message });
  }
  if (targets.length === 0) {
    return nobodyNamed(ringing);
  }
  const inTurn = flagOf(dial, "sequential", false);
  const groups = inTurn ? targets.map((target) => [target]) : [targets];
  let last: Rung = { type: "nobody", params: { DialCallStatus: "failed" }, sipCode: 500 };
  for (const group of groups) {
    last = await ringTogether(dial, group, ringing);
    if (last.type === "answered") {
      return last;
    }
  }
  return last;
}

function nobodyNamed({ scope }: Ringing): Rung {
  const message = "there is nobody to ring";
  const why = noteRefusal({ name: "Dial" }, NOBODY, { scope, message });
  return { type: "nobody", params: { DialCallStatus: "failed", ...why }, sipCode: 404 };
}

async function ringTogether(
  dial: Element,
  nouns: Element[],
  { scope, onEarlyMedia }: Ringing,
): Promise<Rung> {
  const callees: Callee[] = [];
  let settle: (winner: Callee | null) => void = () => undefined;
  const settled = new Promise<Callee | null>((resolve) => (settle = resolve));
  function look() {
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
        onAnswered: () => queueMicrotask(look),
        onEarlyMedia,
      });
      callees.push({ noun, call });
      call.ended.addEventListener("abort", () => queueMicrotask(look), { once: true });
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      refusal = noteRefusal(noun, dialCodeOf(error.twilioCode), {
        scope,
        message: error.message,
      });
    }
  }
  queueMicrotask(look);
  let winner: Callee | null = null;
  try {
    winner = await orAborted(settled, scope.signal);
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
  const { params, sipCode } = nobodyOf(callees);
  return { type: "nobody", params: { ...params, ...refusal }, sipCode };
}

function noteRefusal(
  noun: Pick<Element, "name">,
  errorCode: number,
  { scope, message }: { scope: VerbScope; message: string },
): WebhookParams {
  scope.call.note("error", noun.name, { errorCode, message });
  return { ErrorCode: String(errorCode) };
}

/** The status that says most of why nobody came. */
function nobodyOf(callees: Callee[]): { params: WebhookParams; sipCode: number } {
  const statuses = callees.map(({ call }) => call.state.status);
  const order = ["no-answer", "busy", "canceled", "failed"] as const;
  const status = order.find((each) => statuses.includes(each)) ?? "failed";
  const callee = callees.find(({ call }) => call.state.status === status);
  const params = {
    DialCallStatus: status,
    DialBridged: "false",
    ...(callee ? { DialCallSid: callee.call.sid } : {}),
  };
  const { sipCode = 0 } = callee?.call.record().end ?? {};
  return { params, sipCode: sipCode >= 300 ? sipCode : SIP_CODE[status] };
}

const SIP_CODE = { "no-answer": 480, busy: 486, canceled: 487, failed: 404 } as const;

function placeOne(
  dial: Element,
  noun: Element,
  { scope, onEarlyMedia, onAnswered }: Ringing & { onAnswered: () => void },
): LiveCall {
  const { call, services } = scope;
  const to = targetOf(noun);
  const machine = noun.name === "Client" ? null : machineDetectionOf(noun, scope);
  if (noun.name === "Number" && isE164(to) && !hasKnownCountryCode(to)) {
    throw new RefusedError(13226, "the number's country code is unknown");
  }
  const fallback = services.defaults.dialTimeoutS;
  return services.placer.place({
    direction: "outbound-dial",
    parentCallSid: call.sid,
    from: shownId(dial, noun, scope),
    to,
    callerName: call.origin.callerName,
    forwardedFrom: call.origin.direction === "inbound" ? call.origin.to : null,
    referredBy: call.referredBy,
    params: paramsOf(noun),
    stirStatus: call.origin.direction === "inbound" ? call.origin.stirStatus : null,
    credentials: credentialsOf(noun),
    byoc: noun.name === "Number" ? (noun.attributes["byoc"] ?? null) : null,
    clientNotificationUrl: notificationUrlOf(noun, scope),
    ringTimeoutS: numberOf(dial, "timeout", { fallback, min: 1, max: 600 }),
    timeLimitS: services.defaults.timeLimitS,
    statusCallback: callbackOf(noun, scope),
    onEarlyMedia,
    onAnswered(answered) {
      void learnAnswerer(answered, machine, { services, signal: answered.ended });
      onAnswered();
    },
  });
}

function targetOf(noun: Element): string {
  const text = textOf(noun);
  if (noun.name === "Client") {
    const identity = elementsIn(noun).find(({ name }) => name === "Identity");
    return `client:${identity ? textOf(identity) : text}`;
  }
  return noun.name === "Number" ? text.replace(/[\s()-]/g, "") : text;
}

function paramsOf(noun: Element): [name: string, value: string][] {
  return elementsIn(noun)
    .filter(({ name }) => name === "Parameter")
    .map(({ attributes }) => [attributes["name"] ?? "", attributes["value"] ?? ""]);
}

/** Of a `<Client>`; one that no request can go to is noted, and the client is rung all the same. */
function notificationUrlOf({ name, attributes }: Element, scope: VerbScope): string | null {
  const { clientNotificationUrl: text } = attributes;
  if (name !== "Client" || !text) {
    return null;
  }
  const url = resolveUrl(text, scope.document);
  if (url !== null && /^https?:/i.test(url)) {
    return url;
  }
  const message = "clientNotificationUrl is not a valid URL";
  scope.call.note("error", name, { errorCode: NO_NOTIFICATION_URL, message });
  return null;
}

/** What a `<Sip>` brings for whoever challenges the call. */
function credentialsOf({ name, attributes }: Element) {
  const { username, password = "" } = attributes;
  return name === "Sip" && username ? { username, password } : null;
}

/** Whose number the callee sees. Throws RefusedError 13214 when it may not be shown. */
function shownId(dial: Element, noun: Element, { call, services }: VerbScope): string {
  const { from, to } = call.origin;
  const shown = dial.attributes["callerId"] ?? from;
  if (noun.name !== "Number") {
    return shown;
  }
  const isKnown = shown === from || shown === to || isOurCallerId(shown, services);
  if (isE164(shown) && isKnown) {
    return shown;
  }
  throw new RefusedError(
    13214,
    "the caller id is not the caller's, the called or a validated number",
  );
}

function callbackOf(noun: Element, { document }: VerbScope): CallbackTarget | null {
  const { statusCallback } = noun.attributes;
  const url = statusCallback ? resolveUrl(statusCallback, document) : null;
  if (!url) {
    return null;
  }
  const events = wordsOf(noun, "statusCallbackEvent", EVENTS);
  return { url, method: methodOf(noun, "statusCallbackMethod"), events };
}
