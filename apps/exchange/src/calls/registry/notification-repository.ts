import { newSid, TWILIO_CODES } from "@linedesk/base";
import type { WebhookError } from "../../webhooks/webhook-error.ts";
import type { WebhookExchange } from "../../webhooks/webhook-exchange.ts";
import { findCallSid, type WebhookRequest } from "../../webhooks/webhook-request.ts";
import type { CallError } from "../live/call-error.ts";

const LIMIT = 1_000;
const TWIML_WARNING_CODE = TWILIO_CODES.TWIML_WARNING;
const NAME_CHARACTERS = 60;

export interface Notification {
  sid: string;
  callSid: string | null;
  level: "error" | "warning";
  errorCode: number;
  message: string;
  at: Date;
  exchange: WebhookExchange | null;
}

export class NotificationRepository {
  readonly #all = new Map<string, Notification>();

  add(callSid: string, entry: CallError, exchange: WebhookExchange | null): void {
    const { errorCode, at } = entry;
    const level = entry.level ?? (errorCode === TWIML_WARNING_CODE ? "warning" : "error");
    this.#add({ callSid, level, errorCode, message: buildMessage(entry), at, exchange });
  }

  addCallback(request: WebhookRequest, failure: WebhookError, at: Date): void {
    const { method, params } = request;
    const { twilioCode: errorCode, message, url, exchange } = failure;
    const unasked = { at, request: { url, method, params }, response: null, tookMs: 0 };
    const callSid = findCallSid(params);
    this.#add({
      callSid,
      level: "warning",
      errorCode,
      message,
      at,
      exchange: exchange ?? unasked,
    });
  }

  #add(about: Omit<Notification, "sid">): void {
    const sid = newSid("NO");
    this.#all.set(sid, { sid, ...about });
    const oldest = this.#all.keys().next().value;
    if (this.#all.size > LIMIT && oldest !== undefined) {
      this.#all.delete(oldest);
    }
  }

  find(sid: string): Notification | null {
    return this.#all.get(sid) ?? null;
  }

  list(callSid?: string): Notification[] {
    return [...this.#all.values()]
      .filter((each) => callSid === undefined || each.callSid === callSid)
      .reverse();
  }
}

/** Adds the name of the verb or noun to a message that does not contain it. */
function buildMessage({ name, errorCode, message = name }: CallError): string {
  // A name that is not a TwiML word is not added.
  const isOfWord = errorCode === TWIML_WARNING_CODE || /^[A-Z]/.test(name);
  const isNamed = message.includes(name);
  return isOfWord && !isNamed ? `${name.slice(0, NAME_CHARACTERS)}: ${message}` : message;
}
