import type { Clock } from "@linedesk/base";
import { findCallSid, type WebhookRequest } from "../webhooks/webhook-request.ts";

const CALLS = 200;
const PER_CALL = 30;
const BODY_CHARACTERS = 1_000;

/** A request to the application and what came of it. */
export interface WebhookExchange {
  at: Date;
  request: Pick<WebhookRequest, "url" | "method" | "params">;
  /** Null when there was no answer. */
  response: { status: number; contentType: string; body: string } | null;
  tookMs: number;
}

type Answer = WebhookExchange["response"];

/** What the application was asked for each of the last 200 calls, and what it answered. */
export class WebhookHistory {
  readonly #clock: Clock;
  readonly #byCall = new Map<string, WebhookExchange[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns what takes the answer, and tells the whole. */
  begin({ url, method, params }: WebhookRequest): (answer: Answer) => WebhookExchange {
    const callSid = findCallSid(params);
    const at = new Date(this.#clock.now());
    const startedMs = this.#clock.elapsedMs();
    return (answer) => {
      const tookMs = Math.round(this.#clock.elapsedMs() - startedMs);
      const response = answer && { ...answer, body: answer.body.slice(0, BODY_CHARACTERS) };
      const request = { url, method, params };
      const exchange = { at, request, response, tookMs };
      // What is of no call, such as the end of a room, is in no call's trail.
      if (callSid !== null) {
        this.#add(callSid, exchange);
      }
      return exchange;
    };
  }

  /** Oldest first. */
  list(callSid: string): WebhookExchange[] {
    return [...(this.#byCall.get(callSid) ?? [])];
  }

  #add(callSid: string, exchange: WebhookExchange): void {
    const known = this.#byCall.get(callSid) ?? [];
    known.push(exchange);
    if (known.length > PER_CALL) {
      known.shift();
    }
    this.#byCall.set(callSid, known);
    const oldest = this.#byCall.keys().next().value;
    if (this.#byCall.size > CALLS && oldest !== undefined) {
      this.#byCall.delete(oldest);
    }
  }
}
