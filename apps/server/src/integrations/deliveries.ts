import { Gauge, type Registry } from "prom-client";
import * as z from "zod";

import type { IntegrationDelivery } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { ApiError, requireFound } from "../platform/http/errors.ts";
import {
  findDeliveries,
  findDelivery,
  insertDelivery,
  pruneDeliveries,
  requeueDelivery,
} from "./delivery-store.ts";
import {
  audit,
  type IntegrationDeps,
  type IntegrationTarget,
  requireIntegration,
} from "./integrations.ts";
import { presentDelivery } from "./present-integration.ts";

const PAGE_SIZE = 20;
const LOG_DAYS = 30;
const DAY_MS = 86_400_000;

interface DeliveryPage {
  station: string;
  id: string;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export async function readDeliveries(
  db: Db,
  { station, id, cursor, limit = PAGE_SIZE }: DeliveryPage,
): Promise<{ items: IntegrationDelivery[]; nextCursor: string | null }> {
  await requireIntegration(db, { station, id });
  const before = cursor === undefined ? null : readCursor(cursor);
  const rows = await findDeliveries(db, { integration: id, before, limit: limit + 1 });
  const items = rows.slice(0, limit).map(presentDelivery);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function readCursor(cursor: string): string {
  const parsed = z.uuid().safeParse(cursor);
  if (parsed.success) {
    return parsed.data;
  }
  throw new ApiError("cursor_unknown", {
    fields: { cursor: "must_be_earlier_cursor" },
  });
}

export async function queueTest({ db, clock }: IntegrationDeps, target: IntegrationTarget) {
  const at = new Date(clock.now());
  const id = await db.transaction().execute(async (trx) => {
    await requireSendable(trx, target);
    const data = { station: target.station };
    const payload = { type: "test", timestamp: at.toISOString(), data };
    const delivery = { integration: target.id, event: "test", payload, at };
    await audit(trx, target, "integration.tested", {});
    return insertDelivery(trx, delivery);
  });
  return readDelivery(db, { integration: target.id, id });
}

export async function resendDelivery(
  { db, clock }: IntegrationDeps,
  target: IntegrationTarget & { delivery: string },
): Promise<IntegrationDelivery> {
  const named = { integration: target.id, id: target.delivery };
  await db.transaction().execute(async (trx) => {
    await requireSendable(trx, target);
    await readDelivery(trx, named);
    await requeueDelivery(trx, named.id, new Date(clock.now()));
    await audit(trx, target, "integration.resent", { delivery: named.id });
  });
  return readDelivery(db, named);
}

async function requireSendable(db: Db, { station, id }: IntegrationTarget): Promise<void> {
  const { kind, enabled } = await requireIntegration(db, { station, id });
  if (kind !== "webhook") {
    throw new ApiError("integration_sends_nothing");
  }
  if (!enabled) {
    throw new ApiError("webhook_off");
  }
}

async function readDelivery(db: Db, named: { integration: string; id: string }) {
  const row = requireFound(await findDelivery(db, named), "no_such_delivery");
  return presentDelivery(row);
}

/**
 * Deletes deliveries that are older than LOG_DAYS. A delivery that has waited so long would no
 * longer succeed.
 */
export async function pruneDeliveryLog(db: Db, now: Date): Promise<void> {
  await pruneDeliveries(db, new Date(now.getTime() - LOG_DAYS * DAY_MS));
}

interface DeliveryLag {
  waiting: number;
  oldestS: number;
}

type ReadLags = () => Promise<Record<"webhooks" | "promotion", DeliveryLag> | null>;

export function registerDeliveryMetrics(registry: Registry, readLags: ReadLags): void {
  function add(name: string, help: string, pick: (lag: DeliveryLag) => number): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["to"],
      registers: [registry],
      async collect() {
        gauge.reset();
        const lags = await readLags();
        for (const [to, lag] of Object.entries(lags ?? {})) {
          gauge.set({ to }, pick(lag));
        }
      },
    });
  }
  add(
    "linedesk_deliveries_waiting",
    "Messages that other systems have not accepted yet",
    ({ waiting }) => waiting,
  );
  add(
    "linedesk_deliveries_oldest_seconds",
    "Age of the oldest message that waits",
    ({ oldestS }) => oldestS,
  );
}
