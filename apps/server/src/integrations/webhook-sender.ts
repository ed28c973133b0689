import * as z from "zod/mini";

import type { Clock } from "@linedesk/base";
import { callerNumber, chatMessage, maskNumber } from "@linedesk/contract";
import { recordAudit, systemActor } from "../platform/db/audit-store.ts";
import type { Db } from "../platform/db/database.ts";
import type { Logger } from "../platform/logger.ts";
import { mapNumbers, maskInWords } from "../platform/map-numbers.ts";
import { type DueDelivery, saveAttempt, takeDueDeliveries } from "./delivery-store.ts";
import { markFailed, markFailing, markWorking } from "./integration-store.ts";
import { signWebhook } from "./queue-webhook.ts";
import { SealBrokenError, type SecretSeal } from "./secret-seal.ts";
import type { WebhookClient, WebhookOutcome } from "./webhook-client.ts";

export interface WebhookSenderDeps {
  db: Db;
  clock: Pick<Clock, "now">;
  log: Logger;
  client: WebhookClient;
  seal: SecretSeal;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * The delays after the first attempt, the second and so on. After the last delay no attempt
 * follows.
 */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];
/**
 * While an integration fails, it gets an attempt at least this often, however many deliveries wait.
 */
const LONGEST_REST_MS = 5 * MINUTE_MS;
/** After this time without any success a webhook is disabled. */
export const FAILED_AFTER_MS = 72 * HOUR_MS;
/**
 * The lease of a delivery. When the lease of a crashed server ends, another server sends the
 * delivery.
 */
const LEASE_MS = MINUTE_MS;
const AT_ONCE = 20;
const MOST_ROUNDS = 100;
const GONE = 410;
const TICK_MS = SECOND_MS;

/** Sends due webhooks. The lease of a delivery lets only one of several servers attempt it. */
export class WebhookSender {
  readonly #deps: WebhookSenderDeps;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: WebhookSenderDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.deliverDue(), TICK_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async deliverDue(): Promise<void> {
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #deliverAll(): Promise<void> {
    const { db, clock, log } = this.#deps;
    try {
      for (let round = 0; round < MOST_ROUNDS && !this.#closed; round += 1) {
        const now = clock.now();
        const dates = { now: new Date(now), until: new Date(now + LEASE_MS) };
        const due = await takeDueDeliveries(db, { ...dates, limit: AT_ONCE });
        if (due.length === 0) {
          return;
        }
        await Promise.all(due.map((one) => this.#deliver(one)));
      }
    } catch (err) {
      log.error({ err }, "webhook sending failed");
    }
  }

  async #deliver(due: DueDelivery): Promise<void> {
    const outcome = await this.#send(due);
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    await (isTaken ? this.#noteSuccess(due, outcome) : this.#noteFailure(due, outcome));
  }

  async #send({ id, integration, url, secret, ...due }: DueDelivery): Promise<WebhookOutcome> {
    const { client, clock, seal } = this.#deps;
    // The numbers are masked when the webhook is sent, so that waiting and repeated deliveries
    // follow the current setting.
    const payload = due.masksNumbers ? maskWebhook(due.payload) : due.payload;
    const body = JSON.stringify(payload);
    const timestamp = Math.floor(clock.now() / SECOND_MS);
    try {
      const headers = signWebhook(seal.open(secret, integration), { id, timestamp, body });
      return await client.send({ url, headers, body });
    } catch (error) {
      if (error instanceof SealBrokenError) {
        return { status: null, error: error.message };
      }
      throw error;
    }
  }

  async #noteSuccess({ id, integration }: DueDelivery, { status }: WebhookOutcome): Promise<void> {
    const deliveredAt = new Date(this.#deps.clock.now());
    await this.#deps.db.transaction().execute(async (trx) => {
      await saveAttempt(trx, id, { status, error: null, deliveredAt, nextAt: null });
      await markWorking(trx, integration);
    });
  }

  async #noteFailure(due: DueDelivery, outcome: WebhookOutcome): Promise<void> {
    const { db, clock, log } = this.#deps;
    const { id, integration, station, attempts } = due;
    const now = clock.now();
    const at = new Date(now);
    const delayMs = RETRY_DELAYS_MS[attempts - 1];
    const restMs = Math.min(delayMs ?? LONGEST_REST_MS, LONGEST_REST_MS);
    const { status } = outcome;
    const error = status === null ? outcome.error : `The receiver answered ${status}`;
    log.warn({ integration, status, attempts }, "webhook delivery failed");
    await db.transaction().execute(async (trx) => {
      const nextAt = delayMs === undefined ? null : new Date(now + delayMs);
      await saveAttempt(trx, id, { status, error, deliveredAt: null, nextAt });
      const retryAt = new Date(now + restMs);
      const since = await markFailing(trx, { id: integration, at, retryAt });
      if (status === GONE || now - since.getTime() >= FAILED_AFTER_MS) {
        await markFailed(trx, integration, at);
        await recordAudit(trx, {
          actor: systemActor,
          action: "integration.failed",
          station,
          subject: ["integration", integration],
          details: { error, failingSince: since.toISOString() },
        });
      }
    });
  }
}

const sentPayload = z.object({
  data: z.object({
    call: z.optional(z.object({ caller: z.object({ number: callerNumber }) })),
    win: z.optional(z.object({ number: callerNumber })),
    message: z.optional(chatMessage),
  }),
});

function maskWebhook(payload: object): unknown {
  return mapNumbers(sentPayload, payload, {
    number: maskNumber,
    display: maskNumber,
    text: maskInWords,
  });
}
