import { randomUUID } from "node:crypto";

import { type Clock, systemClock, TWILIO_CODES, type UrlPolicy } from "@linedesk/base";
import { composeRequest, withoutCredentials, type ComposedRequest } from "./composed-request.ts";
import {
  readOverrides,
  type ConnectionOverrides,
  type RetryReason,
} from "./connection-overrides.ts";
import { HttpSendError, type HttpReply, type HttpSender } from "./http-sender.ts";
import { redirectedRequest } from "./redirected-request.ts";
import { fromSendError, WebhookError } from "./webhook-error.ts";
import { beginExchange, type WebhookExchange } from "./webhook-exchange.ts";
import type { WebhookRequest } from "./webhook-request.ts";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_REDIRECTS = 3;

export interface WebhookReply extends HttpReply {
  url: string;
  exchange: WebhookExchange;
}

interface Way {
  overrides: ConnectionOverrides;
  token: string;
  signal?: AbortSignal;
  endsAt: number;
}

export interface WebhookClientOptions {
  send: HttpSender;
  policy: UrlPolicy;
  authToken: string;
  clock?: Clock;
  /** A clock in milliseconds; by default that of the process. */
  now?: () => number;
}

export class WebhookClient {
  readonly policy: UrlPolicy;
  readonly #send: HttpSender;
  readonly #authToken: string;
  readonly #clock: Clock;
  readonly #now: () => number;

  constructor(options: WebhookClientOptions) {
    this.policy = options.policy;
    this.#send = options.send;
    this.#authToken = options.authToken;
    this.#clock = options.clock ?? systemClock;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Returns a 2xx reply; throws WebhookError, or the signal's reason. All attempts have the same
   * token, so that the application can detect a repetition. Together they take no longer than the
   * URL's total time.
   */
  async request(
    request: WebhookRequest,
    options: { signal?: AbortSignal; token?: string } = {},
  ): Promise<WebhookReply> {
    const overrides = readOverrides(request.url);
    const verdict = this.policy(overrides.url);
    if (!verdict.allowed) {
      const url = withoutCredentials(overrides.url);
      throw new WebhookError(TWILIO_CODES.INVALID_URL_REST, `the url ${verdict.reason}`, { url });
    }
    const token = options.token ?? request.token ?? randomUUID();
    const endsAt = this.#now() + overrides.totalTimeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(request, { ...options, overrides, token, endsAt });
      if (outcome.reply) {
        return outcome.reply;
      }
      const isLast = attempt >= overrides.retryCount || !overrides.retryOn.has(outcome.reason);
      // A postponed request is not repeated here, because the application asks for a later time.
      if (isLast || outcome.error.isPostponed || this.#leftMs(endsAt) <= 0) {
        throw outcome.error;
      }
    }
  }

  #leftMs(endsAt: number): number {
    return Math.floor(endsAt - this.#now());
  }

  async #attempt(
    request: WebhookRequest,
    how: Way,
  ): Promise<{ reply: WebhookReply } | { reply: null; reason: RetryReason; error: WebhookError }> {
    const { overrides } = how;
    const url = withoutCredentials(overrides.url);
    const answered = beginExchange({ ...request, url }, this.#clock);
    try {
      const reply = await this.#follow({ ...request, url: overrides.url }, how);
      const exchange = answered(reply);
      if (isSuccess(reply)) {
        return { reply: { ...reply, exchange } };
      }
      const error = new WebhookError(
        TWILIO_CODES.HTTP_RETRIEVAL_FAILURE,
        `the application answered ${reply.status}`,
        {
          url,
          status: reply.status,
          namesRetry: reply.namesRetry ?? false,
          exchange,
        },
      );
      return { reply: null, reason: reply.status >= 500 ? "5xx" : "4xx", error };
    } catch (error) {
      if (!(error instanceof HttpSendError)) {
        throw error;
      }
      const failure = fromSendError(error, { url, exchange: answered(null) });
      if (error.kind === "refused") {
        throw failure;
      }
      const neverArrived = error.kind.startsWith("connect") || error.kind === "host";
      return { reply: null, reason: neverArrived ? "ct" : "rt", error: failure };
    }
  }

  async #follow(request: WebhookRequest, how: Way): Promise<Omit<WebhookReply, "exchange">> {
    const { isJson } = how.overrides;
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const composed = composeRequest({ url: current.url, isJson }, current, this.#authToken);
      const reply = await this.#sendInTime(composed, how);
      const next = redirectedRequest(current, reply);
      if (next === null) {
        return { ...reply, url: current.url };
      }
      if (redirects >= MAX_REDIRECTS) {
        throw tooManyRedirects();
      }
      const verdict = this.policy(next.url);
      if (!verdict.allowed) {
        throw badRedirect(verdict.reason);
      }
      current = next;
    }
  }

  #sendInTime(
    composed: ComposedRequest,
    { overrides, token, signal, endsAt }: Way,
  ): Promise<HttpReply> {
    const { connectTimeoutMs, readTimeoutMs, sendsSni } = overrides;
    // A timeout of zero becomes 1 ms, so that the sender reports the timeout.
    const totalTimeoutMs = Math.max(1, this.#leftMs(endsAt));
    const limits = { connectTimeoutMs, readTimeoutMs, totalTimeoutMs, maxBytes: MAX_BODY_BYTES };
    const headers = { ...composed.headers, "I-Twilio-Idempotency-Token": token };
    const request = { ...composed, headers, ...limits, sendsSni };
    return this.#send({ ...request, ...(signal ? { signal } : {}) });
  }
}

function isSuccess({ status }: HttpReply): boolean {
  return status >= 200 && status < 300;
}

function tooManyRedirects(): HttpSendError {
  const message = `the application redirects more than ${MAX_REDIRECTS} times`;
  return new HttpSendError("redirects", message);
}

function badRedirect(reason: string): HttpSendError {
  return new HttpSendError("bad-redirect", `the url to which the application redirects ${reason}`);
}
