import { sql, type Selectable } from "kysely";

import type { WebhookEventName } from "@linedesk/contract";
import type { Db, Trx } from "../platform/db/database.ts";
import type { IntegrationTable } from "../platform/db/tables/integration-tables.ts";

export type IntegrationRow = Selectable<IntegrationTable> & { waiting: number };

function integrationQuery(db: Db) {
  return db
    .selectFrom("integration as i")
    .selectAll("i")
    .select(
      sql<number>`(select count(*) from integration_delivery d
        where d.integration_id = i.id and d.next_at is not null)`.as("waiting"),
    );
}

export async function findIntegrations(db: Db, station: string): Promise<IntegrationRow[]> {
  return integrationQuery(db).where("i.station_id", "=", station).orderBy("i.id").execute();
}

export async function findIntegration(
  db: Db,
  { station, id, lock = false }: { station: string; id: string; lock?: boolean },
): Promise<IntegrationRow | null> {
  const query = integrationQuery(db).where("i.id", "=", id).where("i.station_id", "=", station);
  return (await (lock ? query.forUpdate("i") : query).executeTakeFirst()) ?? null;
}

export async function findAnyIntegration(db: Db, id: string): Promise<IntegrationRow | null> {
  return (await integrationQuery(db).where("i.id", "=", id).executeTakeFirst()) ?? null;
}

export async function lockIntegrations(trx: Trx, station: string): Promise<number> {
  const key = `linedesk.integrations.${station}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom("integration")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("station_id", "=", station)
    .executeTakeFirstOrThrow();
  return count;
}

export type NewIntegration = Pick<
  IntegrationRow,
  | "id"
  | "station_id"
  | "kind"
  | "name"
  | "url"
  | "events"
  | "secret"
  | "created_at"
  | "whole_numbers"
>;

export async function insertIntegration(trx: Trx, row: NewIntegration): Promise<void> {
  await trx.insertInto("integration").values(row).execute();
}

export type IntegrationFields = Partial<
  Pick<
    IntegrationRow,
    | "name"
    | "url"
    | "events"
    | "enabled"
    | "secret"
    | "failing_since"
    | "failed_at"
    | "retry_at"
    | "whole_numbers"
  >
>;

export async function updateIntegration(trx: Trx, id: string, fields: IntegrationFields) {
  await trx
    .updateTable("integration")
    .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function deleteIntegration(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("integration").where("id", "=", id).execute();
}

export async function findMasksNumbers(db: Db, station: string): Promise<boolean> {
  const row = await db
    .selectFrom("station")
    .select("numbers_from")
    .where("id", "=", station)
    .executeTakeFirst();
  return (row?.numbers_from ?? null) !== null;
}

export async function findSubscribed(
  db: Db,
  { station, event }: { station: string; event: WebhookEventName },
): Promise<string[]> {
  const rows = await db
    .selectFrom("integration")
    .select("id")
    .where("station_id", "=", station)
    .where("kind", "=", "webhook")
    .where("enabled", "=", true)
    .where(sql<boolean>`events @> array[${event}]`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markWorking(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("integration")
    .set({ failing_since: null, retry_at: null })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("failing_since", "is not", null), eb("retry_at", "is not", null)]))
    .execute();
}

export async function markFailing(
  trx: Trx,
  { id, at, retryAt }: { id: string; at: Date; retryAt: Date },
): Promise<Date> {
  const { failing_since: since } = await trx
    .updateTable("integration")
    .set({ failing_since: sql`coalesce(failing_since, ${at})`, retry_at: retryAt })
    .where("id", "=", id)
    .returning("failing_since")
    .executeTakeFirstOrThrow();
  return since ?? at;
}

export async function markFailed(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("integration")
    .set((eb) => ({ enabled: false, failed_at: at, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
