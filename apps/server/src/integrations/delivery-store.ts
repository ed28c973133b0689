import { sql, type Selectable } from "kysely";

import type { Db, Trx } from "../platform/db/database.ts";
import type { IntegrationDeliveryTable } from "../platform/db/tables/integration-tables.ts";
import { uuidV7 } from "../platform/db/uuid.ts";

export type DeliveryRow = Selectable<IntegrationDeliveryTable>;

export interface NewDelivery {
  integration: string;
  event: string;
  payload: object;
  at: Date;
}

/**
 * Inserts the delivery in the transaction of its event, and returns its id. The delivery is sent
 * after the commit.
 */
export async function insertDelivery(trx: Trx, delivery: NewDelivery): Promise<string> {
  const { integration, event, payload, at } = delivery;
  const id = uuidV7(at.getTime());
  await trx
    .insertInto("integration_delivery")
    .values({
      id,
      integration_id: integration,
      event,
      payload: JSON.stringify(payload),
      created_at: at,
      next_at: at,
      status: null,
      error: null,
    })
    .execute();
  return id;
}

export interface DueDelivery {
  id: string;
  integration: string;
  station: string;
  event: string;
  payload: object;
  /** Is true when the station masks callers' numbers and this webhook has no exception. */
  masksNumbers: boolean;
  url: string;
  secret: string;
  attempts: number;
}

/**
 * Takes, for each integration, the delivery that has been due longest, and leases it until `until`.
 * While an integration fails, it gets one attempt at a time, when its retry time has come.
 */
export async function takeDueDeliveries(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select first.id from integration i
      cross join lateral (
        select d.id, d.next_at from integration_delivery d
        where d.integration_id = i.id and d.next_at <= ${now}
        order by d.next_at, d.id limit 1 for update skip locked
      ) first
      where i.enabled and i.url is not null and (i.retry_at is null or i.retry_at <= ${now})
      order by first.next_at limit ${limit}
    )
    update integration_delivery d
    set attempts = d.attempts + 1, next_at = ${until}, tried_at = ${now}
    from due, integration i join station s on s.id = i.station_id
    where d.id = due.id and i.id = d.integration_id
    returning d.id, d.integration_id as integration, i.station_id as station, d.event, d.payload,
      s.numbers_from is not null and not i.whole_numbers as "masksNumbers",
      i.url, i.secret, d.attempts`.execute(db);
  return rows;
}

export interface TriedDelivery {
  status: number | null;
  error: string | null;
  deliveredAt: Date | null;
  /** The time of the next attempt; `null` when no further attempt follows. */
  nextAt: Date | null;
}

export async function saveAttempt(trx: Trx, id: string, tried: TriedDelivery): Promise<void> {
  await trx
    .updateTable("integration_delivery")
    .set({
      status: tried.status,
      error: tried.error,
      delivered_at: tried.deliveredAt,
      next_at: tried.nextAt,
    })
    .where("id", "=", id)
    .execute();
}

export async function findDeliveries(
  db: Db,
  { integration, before, limit }: { integration: string; before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  const query = db
    .selectFrom("integration_delivery")
    .selectAll()
    .where("integration_id", "=", integration);
  return (before === null ? query : query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function findDelivery(
  db: Db,
  { integration, id }: { integration: string; id: string },
): Promise<DeliveryRow | null> {
  const row = await db
    .selectFrom("integration_delivery")
    .selectAll()
    .where("integration_id", "=", integration)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function requeueDelivery(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("integration_delivery")
    .set({ next_at: at, attempts: 0, delivered_at: null })
    .where("id", "=", id)
    .execute();
}

export async function pruneDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("integration_delivery").where("created_at", "<", before).execute();
}

/**
 * Counts the deliveries of enabled webhooks that wait for an attempt, and returns the age of the
 * oldest.
 */
export async function findWebhookLag(db: Db): Promise<{ waiting: number; oldestS: number }> {
  const { rows } = await sql<{ waiting: number; oldestS: number | null }>`
    select count(*)::int as waiting,
      extract(epoch from now() - min(d.created_at))::float8 as "oldestS"
    from integration_delivery d join integration i on i.id = d.integration_id
    where i.enabled and d.next_at is not null`.execute(db);
  const [{ waiting, oldestS } = { waiting: 0, oldestS: null }] = rows;
  return { waiting, oldestS: Math.max(0, oldestS ?? 0) };
}
