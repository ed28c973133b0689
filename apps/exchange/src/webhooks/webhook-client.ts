import { randomUUID } from "node:crypto";
import {
  readOverrides,
  type ConnectionOverrides,
  type RetryReason,
} from "./connection-overrides.ts";
import { HttpSendError, type HttpReply, type HttpSender } from "./http-sender.ts";
import { signRequest } from "./signature.ts";
import type { UrlPolicy } from "./url-policy.ts";
import { fromSendError, WebhookError } from "./webhook-error.ts";
import { formOf, type WebhookRequest } from "./webhook-request.ts";

const MAX_BODY_BYTES = 64 * 1024;

export interface WebhookClientOptions {
  send: HttpSender;
  policy: UrlPolicy;
  authToken: string;
}

/** Asks the application: signed, with the url's own timeouts and retries. */
export class WebhookClient {
  readonly policy: UrlPolicy;
  readonly #send: HttpSender;
  readonly #authToken: string;

  constructor(options: WebhookClientOptions) {
    this.policy = options.policy;
    this.#send = options.send;
    this.#authToken = options.authToken;
  }

  /**
   * Answers a reply of 2xx; throws WebhookError, or the signal's reason. The token stays the
   * same over all attempts, so that the application can tell a repetition.
   */
  async request(
    request: WebhookRequest,
    options: { signal?: AbortSignal; token?: string } = {},
  ): Promise<HttpReply> {
    const overrides = readOverrides(request.url);
    const verdict = this.policy(overrides.url);
    if (!verdict.allowed) {
      throw new WebhookError(21205, `the url ${verdict.reason}`, { url: overrides.url });
    }
    const token = options.token ?? request.token ?? randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(request, { overrides, token, ...options });
      if (outcome.reply) return outcome.reply;
      const isLast = attempt >= overrides.retryCount || !overrides.retryOn.has(outcome.reason);
      if (isLast) throw outcome.error;
    }
  }

  async #attempt(
    request: WebhookRequest,
    how: { overrides: ConnectionOverrides; token: string; signal?: AbortSignal },
  ): Promise<{ reply: HttpReply } | { reply: null; reason: RetryReason; error: WebhookError }> {
    const { overrides, signal } = how;
    const { url } = overrides;
    try {
      const reply = await this.#send({
        ...this.#compose(url, request, how.token),
        connectTimeoutMs: overrides.connectTimeoutMs,
        readTimeoutMs: overrides.readTimeoutMs,
        totalTimeoutMs: overrides.totalTimeoutMs,
        maxBytes: MAX_BODY_BYTES,
        ...(signal ? { signal } : {}),
      });
      if (reply.status >= 200 && reply.status < 300) return { reply };
      const error = new WebhookError(11200, `the application answered ${reply.status}`, {
        url,
        status: reply.status,
      });
      return { reply: null, reason: reply.status >= 500 ? "5xx" : "4xx", error };
    } catch (error) {
      if (!(error instanceof HttpSendError)) throw error;
      const neverArrived = error.kind.startsWith("connect") || error.kind === "host";
      return { reply: null, reason: neverArrived ? "ct" : "rt", error: fromSendError(error, url) };
    }
  }

  #compose(configured: string, { method, params }: WebhookRequest, token: string) {
    const form = formOf(params);
    const join = configured.includes("?") ? "&" : "?";
    const signedUrl = method === "GET" && form ? configured + join + form : configured;
    const target = new URL(signedUrl);
    const headers: Record<string, string> = {
      "User-Agent": "Linedesk-Exchange/1.0",
      Accept: "*/*",
      "X-Twilio-Signature": signRequest(
        this.#authToken,
        signedUrl,
        method === "POST" ? params : {},
      ),
      "I-Twilio-Idempotency-Token": token,
      ...basicAuth(target),
    };
    target.username = "";
    target.password = "";
    if (method === "GET") return { url: target.href, method, headers, body: null };
    headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8";
    headers["Content-Length"] = String(Buffer.byteLength(form));
    return { url: target.href, method, headers, body: form };
  }
}

function basicAuth(url: URL): Record<string, string> {
  if (!url.username && !url.password) return {};
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
