import { randomUUID } from "node:crypto";
import { answerChallenge } from "../sip/digest/digest.ts";
import { composeRequest, withoutCredentials, type ComposedRequest } from "./composed-request.ts";
import {
  readOverrides,
  type ConnectionOverrides,
  type RetryReason,
} from "./connection-overrides.ts";
import { HttpSendError, type HttpReply, type HttpSender } from "./http-sender.ts";
import type { WebhookTrail } from "../notices/webhook-trail.ts";
import type { UrlPolicy } from "./url-policy.ts";
import { fromSendError, WebhookError } from "./webhook-error.ts";
import type { WebhookRequest } from "./webhook-request.ts";

const MAX_BODY_BYTES = 64 * 1024;

export interface WebhookClientOptions {
  send: HttpSender;
  policy: UrlPolicy;
  authToken: string;
  /** Keeps what was asked and answered. */
  trail?: WebhookTrail;
  /** Milliseconds, for tests; the process's otherwise. */
  now?: () => number;
}

/** Asks the application: signed, with the url's own timeouts and retries. */
export class WebhookClient {
  readonly policy: UrlPolicy;
  readonly #send: HttpSender;
  readonly #authToken: string;
  readonly #trail: WebhookTrail | null;
  readonly #now: () => number;

  constructor(options: WebhookClientOptions) {
    this.policy = options.policy;
    this.#send = options.send;
    this.#authToken = options.authToken;
    this.#trail = options.trail ?? null;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Answers a reply of 2xx, or of the status that is expected; throws WebhookError, or the signal's reason. The token stays the
   * same over all attempts, so that the application can tell a repetition; all together take no
   * longer than the url's total.
   */
  async request(
    request: WebhookRequest,
    options: { signal?: AbortSignal; token?: string } = {},
  ): Promise<HttpReply> {
    const overrides = readOverrides(request.url);
    const verdict = this.policy(overrides.url);
    if (!verdict.allowed) {
      const url = withoutCredentials(overrides.url);
      throw new WebhookError(21205, `the url ${verdict.reason}`, { url });
    }
    const token = options.token ?? request.token ?? randomUUID();
    const endsAt = this.#now() + overrides.totalTimeoutMs;
    for (let attempt = 0, leftMs = overrides.totalTimeoutMs; ; attempt += 1) {
      const how = { overrides: { ...overrides, totalTimeoutMs: leftMs }, token, ...options };
      const outcome = await this.#attempt(request, how);
      if (outcome.reply) return outcome.reply;
      leftMs = Math.floor(endsAt - this.#now());
      const isLast = attempt >= overrides.retryCount || !overrides.retryOn.has(outcome.reason);
      if (isLast || leftMs <= 0) throw outcome.error;
    }
  }

  async #attempt(
    request: WebhookRequest,
    how: { overrides: ConnectionOverrides; token: string; signal?: AbortSignal },
  ): Promise<{ reply: HttpReply } | { reply: null; reason: RetryReason; error: WebhookError }> {
    const { overrides } = how;
    const url = withoutCredentials(overrides.url);
    const answered = this.#trail?.begin({ ...request, url });
    try {
      const reply = await this.#exchange(composeRequest(overrides, request, this.#authToken), how);
      const exchange = answered?.(reply) ?? null;
      if (isExpected(reply, request)) return { reply };
      const error = new WebhookError(11200, `the application answered ${reply.status}`, {
        url,
        status: reply.status,
        exchange,
      });
      return { reply: null, reason: reply.status >= 500 ? "5xx" : "4xx", error };
    } catch (error) {
      if (!(error instanceof HttpSendError)) throw error;
      const failure = fromSendError(error, { url, exchange: answered?.(null) ?? null });
      if (error.kind === "refused") throw failure;
      const neverArrived = error.kind.startsWith("connect") || error.kind === "host";
      return { reply: null, reason: neverArrived ? "ct" : "rt", error: failure };
    }
  }

  /** Once, and once more where a 401 asks for what the url's user and password can answer. */
  async #exchange(
    composed: ComposedRequest,
    how: { overrides: ConnectionOverrides; token: string; signal?: AbortSignal },
  ): Promise<HttpReply> {
    const { overrides, token, signal } = how;
    const { credentials, ...rest } = composed;
    const options = {
      ...rest,
      connectTimeoutMs: overrides.connectTimeoutMs,
      readTimeoutMs: overrides.readTimeoutMs,
      totalTimeoutMs: overrides.totalTimeoutMs,
      namesServer: overrides.namesServer,
      maxBytes: MAX_BODY_BYTES,
      ...(signal ? { signal } : {}),
    };
    const headers = { ...rest.headers, "I-Twilio-Idempotency-Token": token };
    const reply = await this.#send({ ...options, headers });
    if (reply.status !== 401 || !credentials) return reply;
    const { pathname, search } = new URL(rest.url);
    const asked = { method: rest.method, uri: pathname + search };
    const answer = answerChallenge(reply.challenges ?? [], credentials, asked);
    if (answer === null) return reply;
    return this.#send({ ...options, headers: { ...headers, Authorization: answer } });
  }
}

function isExpected({ status }: HttpReply, { expects }: WebhookRequest): boolean {
  return expects === undefined ? status >= 200 && status < 300 : status === expects;
}
