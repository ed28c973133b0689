import { performance } from "node:perf_hooks";

import type { HttpReply, HttpRequest, HttpSender } from "../../webhooks/http-sender.ts";
import { findCallSid } from "../../webhooks/webhook-request.ts";
import type { AttemptView, WebhookView } from "./feed-events.ts";
import type { Redaction } from "./redaction.ts";
import { Ring } from "./ring.ts";

const MAX_REQUESTS = 200;
const BODY_CHARS = 8_192;
const VALUE_CHARS = 500;
const PARAMS = 60;
const ATTEMPTS = 20;
const TOKEN = "I-Twilio-Idempotency-Token";
const SUMMARY_PARAMS = [
  "StatusCallbackEvent",
  "DialCallStatus",
  "QueueResult",
  "Digits",
  "CallStatus",
  "twi_message_type",
];

interface WebhookRecorderDeps {
  redaction: Redaction;
  now: () => number;
  onChange: (webhook: WebhookView) => void;
}

/** Notes every request to the application, its answers and how long they took. */
export class WebhookRecorder {
  readonly #deps: WebhookRecorderDeps;
  readonly #ring = new Ring<WebhookView>(MAX_REQUESTS);
  /** By idempotency token: attempts of one request belong together. */
  readonly #byToken = new Map<string, WebhookView>();
  #nextId = 1;

  constructor(parts: WebhookRecorderDeps) {
    this.#deps = parts;
  }

  list(): WebhookView[] {
    return this.#ring.list();
  }

  watch(send: HttpSender): HttpSender {
    return async (request) => {
      const webhook = this.#findOrCreateView(request);
      const attempt = this.#begin(webhook);
      const startedMs = performance.now();
      try {
        const reply = await send(request);
        this.#settle(webhook, attempt, { startedMs, reply });
        return reply;
      } catch (error) {
        this.#settle(webhook, attempt, { startedMs, error });
        throw error;
      }
    };
  }

  #findOrCreateView(request: HttpRequest): WebhookView {
    const token = request.headers[TOKEN] ?? "";
    const known = this.#byToken.get(token);
    if (known !== undefined) {
      return known;
    }
    const webhook = this.#describe(request);
    this.#byToken.set(token, webhook);
    const oldest = this.#byToken.keys().next().value;
    if (this.#byToken.size > MAX_REQUESTS && oldest !== undefined) {
      this.#byToken.delete(oldest);
    }
    return webhook;
  }

  #describe({ url, method, body }: HttpRequest): WebhookView {
    const { redaction, now } = this.#deps;
    const form = body ?? url.split("?").slice(1).join("?");
    const params = parseParams(form).slice(0, PARAMS);
    const byName = new Map(params);
    return {
      id: this.#nextId++,
      at: new Date(now()).toISOString(),
      method,
      url: redaction.text(url, VALUE_CHARS),
      callSid: findCallSid(Object.fromEntries(params)),
      about: describeRequest(byName),
      params: params.map((param) => redaction.param(param, VALUE_CHARS)),
      attempts: [],
    };
  }

  #begin(webhook: WebhookView): AttemptView {
    const at = new Date(this.#deps.now()).toISOString();
    const attempt = { at, tookMs: null, status: null, contentType: "", body: "", error: null };
    webhook.attempts.push(attempt);
    if (webhook.attempts.length > ATTEMPTS) {
      webhook.attempts.shift();
    }
    this.#emit(webhook);
    return attempt;
  }

  #settle(
    webhook: WebhookView,
    attempt: AttemptView,
    { startedMs, reply, error }: { startedMs: number; reply?: HttpReply; error?: unknown },
  ): void {
    const { redaction } = this.#deps;
    attempt.tookMs = Math.round((performance.now() - startedMs) * 10) / 10;
    if (reply === undefined) {
      attempt.error = redaction.text(describeError(error), VALUE_CHARS);
    } else {
      attempt.status = reply.status;
      attempt.contentType = reply.contentType;
      attempt.body = redaction.text(reply.body, BODY_CHARS);
    }
    this.#emit(webhook);
  }

  #emit(webhook: WebhookView): void {
    this.#ring.put(webhook);
    this.#deps.onChange(webhook);
  }
}

/** Of a form, or of a JSON object where the url asks for JSON. */
function parseParams(form: string): [name: string, value: string][] {
  if (!form.startsWith("{")) {
    return [...new URLSearchParams(form)];
  }
  const members = Object.entries(JSON.parse(form) as Record<string, unknown>);
  return members.map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

/** The one word by which a reader tells this request from its neighbours. */
function describeRequest(params: Map<string, string>): string {
  const name = SUMMARY_PARAMS.find((one) => (params.get(one) ?? "") !== "");
  return name === undefined ? "" : (params.get(name) ?? "").slice(0, 60);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
