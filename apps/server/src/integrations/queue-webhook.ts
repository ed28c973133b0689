import { createHmac, randomBytes } from "node:crypto";

import type { WebhookEventName } from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { insertDelivery } from "./delivery-store.ts";
import { findSubscribed } from "./integration-store.ts";

export interface WebhookEvent {
  station: string;
  event: WebhookEventName;
  at: Date;
}

/**
 * Runs in the transaction of the event. Every subscribed webhook of the station gets the event, and
 * no webhook gets an event that is rolled back. The data is built only when a webhook needs it.
 */
export async function queueWebhook(
  trx: Trx,
  { station, event, at }: WebhookEvent,
  makeData: () => object | Promise<object>,
): Promise<void> {
  const subscribed = await findSubscribed(trx, { station, event });
  if (subscribed.length === 0) {
    return;
  }
  const data = { station, ...(await makeData()) };
  const payload = { type: event, timestamp: at.toISOString(), data };
  for (const integration of subscribed) {
    await insertDelivery(trx, { integration, event, payload, at });
  }
}

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Returns a secret in the format of the Standard Webhooks libraries. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

export function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
