import type { Db } from "../../platform/db/database.ts";
import { insertReceipts, hasReceipt } from "./receipt-store.ts";

export interface WebhookDelivery {
  /** `I-Twilio-Idempotency-Token`: the same on a retry. */
  token: string | null;
  params: Record<string, string | string[]>;
}

function text(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

/** What makes two deliveries the same: their token, or their number within their call or room. */
function deliveryKeys({ token, params }: WebhookDelivery): string[] {
  const keys = token === null ? [] : [`token:${token.slice(0, 200)}`];
  const sequence = text(params["SequenceNumber"]);
  if (sequence === "") {
    return keys;
  }
  const about = text(params["ConferenceSid"]) || text(params["CallSid"]);
  const what = text(params["StatusCallbackEvent"]) || text(params["CallStatus"]);
  return [...keys, `event:${about.slice(0, 40)}:${sequence.slice(0, 12)}:${what.slice(0, 40)}`];
}

/**
 * Runs the work of a delivery once. It is noted as done only afterwards, so that one whose
 * work failed is done when it comes again; the work itself may run twice without harm.
 */
export async function processOnce(
  db: Db,
  delivery: WebhookDelivery,
  work: () => Promise<void>,
): Promise<void> {
  const keys = deliveryKeys(delivery);
  if (keys.length > 0 && (await hasReceipt(db, keys))) {
    return;
  }
  await work();
  await insertReceipts(db, keys);
}
