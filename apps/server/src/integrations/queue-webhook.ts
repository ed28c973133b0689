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
 * In the transaction of what happened: every webhook of the station that wants it gets it, and none
 * gets what is rolled back. The data are made where somebody wants them.
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
