import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";

import type { Logger } from "pino";

import { type Clock, sleep, TWILIO_CODES } from "@linedesk/base";
import { CallbackLanes, tooManyWaitingError, type CallbackLane } from "./callback-lanes.ts";
import type { WebhookClient } from "./webhook-client.ts";
import { WebhookError } from "./webhook-error.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/**
 * A failover of a managed database takes up to two minutes; 5 min leave time for the application to
 * start after it.
 */
const GIVE_UP_AFTER_MS = 300_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8_000;
const CALLBACK_REFUSED = TWILIO_CODES.CALLBACK_FAILED;

export interface Callback extends WebhookRequest {
  /**
   * Callbacks with the same key are delivered in order. The key is the sid of a call or conference.
   */
  orderKey: string;
  onDelivered?: () => void;
  onFailed?: (error: WebhookError) => void;
}

interface CallbackNotifications {
  addCallback(callback: Callback, failure: WebhookError, at: Date): void;
}

export interface OutboxLoad {
  waiting: number;
  oldestMs: number;
  failed: number;
}

interface OutboxOptions {
  client: WebhookClient;
  clock: Clock;
  logger: Logger;
  notifications: CallbackNotifications;
}

/**
 * Delivers status callbacks, in order for each call or conference. A restart of the application
 * loses none: while the application is unavailable, each callback is retried for 5 min after
 * `send`. After a refusal there is no retry.
 */
export class CallbackOutbox {
  readonly #client: WebhookClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #notifications: CallbackNotifications;
  readonly #lanes = new CallbackLanes();
  readonly #tails = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  /** The time at which `send` accepted each pending callback, the oldest first. */
  readonly #waiting = new Set<{ sentAtMs: number }>();
  #failed = 0;

  constructor(options: OutboxOptions) {
    // Each running callback has a listener on this signal. The lanes limit the number of callbacks,
    // so Node's warning is turned off.
    setMaxListeners(0, this.#closing.signal);
    this.#client = options.client;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#notifications = options.notifications;
  }

  /** Accepts a callback and returns immediately. If the queue is full, this callback fails. */
  send(notice: Callback): void {
    const lane = this.#lanes.enter(laneName(notice));
    if (lane === null) {
      this.#logger.error({ orderKey: notice.orderKey }, "callback dropped by full queue");
      // The sender gets the failure after `send` has returned, like every other result.
      return queueMicrotask(() => this.#drop(notice));
    }
    const waiting = { sentAtMs: this.#clock.elapsedMs() };
    this.#waiting.add(waiting);
    const endsAtMs = waiting.sentAtMs + GIVE_UP_AFTER_MS;
    const key = notice.orderKey;
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#deliver(notice, { lane, endsAtMs }));
    this.#tails.set(key, done);
    void done.then(() => {
      this.#waiting.delete(waiting);
      this.#lanes.leave(lane);
      if (this.#tails.get(key) === done) {
        this.#tails.delete(key);
      }
    });
  }

  get load(): OutboxLoad {
    const [oldest] = this.#waiting;
    const oldestMs = oldest === undefined ? 0 : this.#clock.elapsedMs() - oldest.sentAtMs;
    return { waiting: this.#waiting.size, oldestMs, failed: this.#failed };
  }

  get isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Waits at most `graceMs` for pending callbacks. */
  async close(graceMs: number): Promise<void> {
    const all = Promise.all(this.#tails.values());
    const limit = new AbortController();
    await Promise.race([all, sleep(this.#clock, graceMs, limit.signal).catch(() => undefined)]);
    limit.abort();
    this.#closing.abort(new Error("the exchange is closing"));
    await all;
  }

  async #deliver(
    notice: Callback,
    { lane, endsAtMs }: { lane: CallbackLane; endsAtMs: number },
  ): Promise<void> {
    const token = randomUUID();
    let isNoted = false;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
      const error =
        deadlineError(notice, lane, endsAtMs) ?? (await this.#attempt(notice, { lane, token }));
      if (!error) {
        return notice.onDelivered?.();
      }
      const failure = toCallbackRefused(error);
      const isAway = error.isUnreachable || this.isClosing;
      // The first failure creates a notification at once, not only after 5 min of retries.
      if (!isNoted || !isAway) {
        this.#note(notice, failure);
      }
      isNoted = true;
      const leftMs = endsAtMs - this.#clock.elapsedMs();
      if (!error.isUnreachable || leftMs <= 0 || this.isClosing) {
        this.#failed += 1;
        return notice.onFailed?.(failure);
      }
      await sleep(this.#clock, Math.min(retryMs, leftMs), this.#closing.signal).catch(
        () => undefined,
      );
    }
  }

  #note(notice: Callback, failure: WebhookError): void {
    const { twilioCode: code, status } = failure;
    this.#logger.warn({ code, status }, "callback failed");
    this.#notify(notice, failure);
  }

  #notify(notice: Callback, failure: WebhookError): void {
    this.#notifications.addCallback(notice, failure, new Date(this.#clock.now()));
  }

  #drop(notice: Callback): void {
    const failure = tooManyWaitingError(notice.url);
    this.#failed += 1;
    this.#notify(notice, failure);
    notice.onFailed?.(failure);
  }

  async #attempt(
    notice: Callback,
    { lane, token }: { lane: CallbackLane; token: string },
  ): Promise<WebhookError | null> {
    await lane.acquire();
    try {
      await this.#client.request(
        { ...notice, isCallback: true },
        { token, signal: this.#closing.signal },
      );
      lane.note(null, this.#clock.elapsedMs());
      return null;
    } catch (error) {
      if (error instanceof WebhookError) {
        lane.note(error, this.#clock.elapsedMs());
        return error;
      }
      return new WebhookError(
        TWILIO_CODES.HTTP_RETRIEVAL_FAILURE,
        "the exchange stopped the retries of the callback",
        {
          url: notice.url,
          cause: error,
        },
      );
    } finally {
      lane.release();
    }
  }
}

/**
 * Fails a callback without a request if its time ran out while it waited for an unavailable host.
 * Otherwise a thousand callbacks of one conference would try a dead address for hours.
 */
function deadlineError(
  { url }: Callback,
  lane: CallbackLane,
  endsAtMs: number,
): WebhookError | null {
  const away = lane.unreachableAt(endsAtMs);
  if (away === null) {
    return null;
  }
  const message = `the application was unavailable for ${GIVE_UP_AFTER_MS / 1000} s`;
  return new WebhookError(away.twilioCode, message, { url });
}

/** A callback that the application refuses has its own code. */
function toCallbackRefused(error: WebhookError): WebhookError {
  const { url, status, exchange, message, cause } = error;
  return status === null
    ? error
    : new WebhookError(CALLBACK_REFUSED, message, { url, status, exchange, cause });
}

/** Callbacks wait in one lane for each host. */
function laneName({ url }: Callback): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
