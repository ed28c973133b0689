import type { Integration, IntegrationDelivery } from "@linedesk/contract";
import type { DeliveryRow } from "./delivery-store.ts";
import type { IntegrationRow } from "./integration-store.ts";

export function presentIntegration(row: IntegrationRow): Integration {
  const { id, kind, name, url, events, waiting, version } = row;
  return {
    id,
    kind,
    name,
    url,
    events,
    wholeNumbers: row.whole_numbers,
    waiting,
    version,
    state: findState(row),
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function findState(row: IntegrationRow): Integration["state"] {
  if (!row.enabled) {
    return row.failed_at === null ? "off" : "failed";
  }
  return row.failing_since === null ? "on" : "failing";
}

export function presentDelivery(row: DeliveryRow): IntegrationDelivery {
  const { id, event, attempts, status, error } = row;
  return {
    id,
    event,
    attempts,
    status,
    error,
    at: row.created_at.toISOString(),
    state: findDeliveryState(row),
    triedAt: row.tried_at?.toISOString() ?? null,
    nextAt: row.next_at?.toISOString() ?? null,
  };
}

function findDeliveryState(row: DeliveryRow): IntegrationDelivery["state"] {
  if (row.delivered_at !== null) {
    return "delivered";
  }
  return row.next_at === null ? "given_up" : "waiting";
}
