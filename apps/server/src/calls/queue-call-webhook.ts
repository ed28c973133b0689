import type { WebhookEventName } from "@linedesk/contract";
import { queueWebhook } from "../integrations/queue-webhook.ts";
import type { Trx } from "../platform/db/database.ts";
import { presentCall } from "./present-call.ts";
import type { CallRecord } from "./store/call-record.ts";

function describeCall(record: CallRecord): object {
  const call = presentCall(record);
  const { number, name, location } = call.caller;
  return {
    id: call.id,
    direction: call.direction,
    phoneLine: call.phoneLine?.name ?? null,
    caller: { number, name, location },
    point: call.description,
    arrivedAt: call.arrivedAt,
    answeredAt: call.answeredAt,
    endedAt: call.endedAt,
    reason: record.reason,
    // The receiver must not store a synthetic caller as a listener.
    ...(record.rehearsal ? { rehearsal: true } : {}),
  };
}

export async function queueCallWebhook(trx: Trx, event: WebhookEventName, call: CallRecord) {
  const { station, changedAt: at } = call;
  await queueWebhook(trx, { station, event, at }, () => ({ call: describeCall(call) }));
}

export async function queueChangeWebhooks(
  trx: Trx,
  { before, after }: { before: CallRecord; after: CallRecord },
): Promise<void> {
  if (before.answeredAt === null && after.answeredAt !== null) {
    await queueCallWebhook(trx, "call.answered", after);
  }
  if (before.desk.status !== "on_air" && after.desk.status === "on_air") {
    await queueCallWebhook(trx, "call.on_air", after);
  }
  if (before.desk.status !== "ended" && after.desk.status === "ended") {
    await queueCallWebhook(trx, "call.ended", after);
  }
}
