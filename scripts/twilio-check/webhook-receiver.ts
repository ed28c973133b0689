import { createServer, type IncomingMessage, type Server } from "node:http";
import { parse } from "node:querystring";

import type * as z from "zod";

import { conferenceEvent } from "../../apps/server/src/calls/webhooks/conference-events.ts";
import {
  aboutCallParams,
  callStatusParams,
  connectParams,
  incomingCallParams,
  queueResultParams,
} from "../../apps/server/src/calls/webhooks/incoming-call-params.ts";
import { isSignatureValid } from "../../apps/server/src/telephony/twilio-client.ts";

/** The webhooks of the check, each with the schema with which the server reads it. */
const schemas = {
  incoming: incomingCallParams,
  connect: connectParams,
  wait: aboutCallParams,
  join: aboutCallParams,
  hold: aboutCallParams,
  "queue-ended": queueResultParams,
  conference: conferenceEvent,
  status: callStatusParams,
} as const;
export type WebhookName = keyof typeof schemas;

export interface ReceivedWebhook {
  name: WebhookName;
  params: Record<string, string>;
  isSigned: boolean;
  /** The parameters that the schema needs and that are missing or wrong. */
  wrong: string[];
  atMs: number;
}

interface Waiter {
  name: WebhookName;
  is: (params: Record<string, string>) => boolean;
  resolve: (webhook: ReceivedWebhook) => void;
}

export type AnswerWebhook = (webhook: ReceivedWebhook) => string;

const WAIT_MS = 30_000;
const MAX_BODY_BYTES = 64 * 1024;

/** Receives the webhooks of the check, checks each signature, and answers with TwiML. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #server: Server;
  readonly #url: string;
  readonly #authTokens: readonly string[];
  readonly #answer: AnswerWebhook;

  constructor(account: { url: string; authTokens: readonly string[] }, answer: AnswerWebhook) {
    this.#url = account.url;
    this.#authTokens = account.authTokens;
    this.#answer = answer;
    this.#server = createServer((request, response) => {
      void this.#take(request).then(({ status, body }) => {
        response.writeHead(status, { "content-type": "text/xml; charset=utf-8" });
        response.end(body);
      });
    });
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "0.0.0.0", resolve);
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Resolves with the next webhook of this name that fits; rejects after 30 s. */
  next(name: WebhookName, is: Waiter["is"] = () => true): Promise<ReceivedWebhook> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        name,
        is,
        resolve: (webhook) => {
          clearTimeout(timer);
          resolve(webhook);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new Error(`The webhook "${name}" did not arrive within ${WAIT_MS / 1000} s.`));
      }, WAIT_MS);
      this.#waiters.add(waiter);
    });
  }

  async #take(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const path = request.url ?? "";
    const name = /^\/([a-z-]+)/.exec(path)?.[1] ?? "";
    const text = await readBody(request);
    if (!Object.hasOwn(schemas, name) || text === null) {
      return { status: 404, body: "" };
    }
    const params = { ...parse(text) } as Record<string, string>;
    const webhook = await this.#read(name as WebhookName, { path, params, request });
    this.received.push(webhook);
    for (const waiter of this.#waiters) {
      if (waiter.name === webhook.name && waiter.is(params)) {
        this.#waiters.delete(waiter);
        waiter.resolve(webhook);
      }
    }
    return { status: 200, body: this.#answer(webhook) };
  }

  async #read(
    name: WebhookName,
    sent: { path: string; params: Record<string, string>; request: IncomingMessage },
  ): Promise<ReceivedWebhook> {
    const { path, params, request } = sent;
    const signature = String(request.headers["x-twilio-signature"] ?? "");
    const signed = { url: `${this.#url}${path}`, signature, params };
    const parsed = (schemas[name] as z.ZodType).safeParse(params);
    return {
      name,
      params,
      isSigned: await isSignatureValid(this.#authTokens, signed),
      wrong: parsed.success ? [] : parsed.error.issues.map(({ path: at }) => at.join(".")),
      atMs: performance.now(),
    };
  }
}

/** Returns `null` for a body that is larger than any webhook. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) {
      return null;
    }
  }
  return text;
}

/** Returns the parameters that the server reads and those that it ignores. */
export function sortParams({ name, params }: ReceivedWebhook): { read: string[]; other: string[] } {
  const known = new Set(Object.keys(schemas[name].shape));
  const sent = Object.keys(params).toSorted();
  return {
    read: sent.filter((one) => known.has(one)),
    other: sent.filter((one) => !known.has(one)),
  };
}
