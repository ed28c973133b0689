import type { Clock } from "@linedesk/base";
import type { Logger } from "../app/logger.ts";
import { sign, type AppKeys } from "../protocol/sign.ts";
import type { WebhookEvent, WebhookEventName } from "../protocol/webhook-event.ts";

export interface Webhook {
  url: string;
  /** Only these events are sent; all by default. */
  events?: readonly WebhookEventName[];
}

export interface WebhookSenderDeps {
  webhook: Webhook;
  keys: AppKeys;
  clock: Clock;
  logger: Logger;
  fetch: typeof globalThis.fetch;
}

const BATCH_DELAY_MS = 50;
const BATCH_SIZE = 100;
const QUEUE_SIZE = 10_000;
const ATTEMPT_TIMEOUT_MS = 5_000;
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Posts events to one address, signed and in order. It collects events for 50 ms, and drops them
 * after six failed attempts, with pauses of 1 s to 16 s. When 10,000 events wait, it drops the
 * oldest.
 */
export class WebhookSender {
  readonly #deps: WebhookSenderDeps;
  readonly #queue: WebhookEvent[] = [];
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #dropped = 0;

  constructor(deps: WebhookSenderDeps) {
    this.#deps = deps;
  }

  get dropped(): number {
    return this.#dropped;
  }

  push(event: WebhookEvent): void {
    const { events } = this.#deps.webhook;
    if (this.#closing.signal.aborted || (events && !events.includes(event.name))) {
      return;
    }
    if (this.#queue.length >= QUEUE_SIZE) {
      this.#queue.shift();
      this.#dropped += 1;
    }
    this.#queue.push(event);
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      await this.#wait(BATCH_DELAY_MS);
      const batch = this.#queue.splice(0, BATCH_SIZE);
      if (!(await this.#deliver(batch))) {
        this.#drop(batch.length);
      }
    }
    this.#running = null;
  }

  async #deliver(events: readonly WebhookEvent[]): Promise<boolean> {
    const body = JSON.stringify({ time_ms: this.#deps.clock.now(), events });
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) {
        await this.#wait(delayMs);
      }
      if (this.#closing.signal.aborted) {
        return false;
      }
      if (await this.#post(body)) {
        return true;
      }
    }
    return false;
  }

  async #post(body: string): Promise<boolean> {
    const { webhook, keys, logger } = this.#deps;
    const attempt = AbortSignal.any([
      this.#closing.signal,
      AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    ]);
    try {
      const response = await this.#deps.fetch(webhook.url, {
        method: "POST",
        body,
        redirect: "error",
        headers: {
          // This type has no charset, because the official SDK refuses a type with one.
          "content-type": "application/json",
          "x-pusher-key": keys.key,
          "x-pusher-signature": sign(keys.secret, body),
        },
        signal: attempt,
      });
      await response.body?.cancel();
      if (response.ok) {
        return true;
      }
      logger.warn({ status: response.status }, "hub webhook refused");
      return false;
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        logger.warn({ err: error }, "hub webhook failed");
      }
      return false;
    }
  }

  #drop(count: number): void {
    this.#dropped += count;
    this.#deps.logger.warn({ count }, "hub webhook dropped");
  }

  #wait(delayMs: number): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      function end(): void {
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      }
      const cancel = clock.after(delayMs, end);
      signal.addEventListener("abort", end);
    });
  }
}
