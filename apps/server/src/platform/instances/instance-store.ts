import { sql } from "kysely";

import type { Db, Trx } from "../db/database.ts";
import type { ClockSample } from "./database-clock.ts";

export type InstanceTelephony = "up" | "down" | "unknown";

export interface LivingInstance {
  id: string;
  /** The name of its machine. */
  name: string;
  version: string;
  internalUrl: string;
  /** The name of each setting that all servers share, with a fingerprint of its value. */
  secrets: Readonly<Record<string, string>>;
  startedAt: Date;
  expiresAt: Date;
  telephony: InstanceTelephony;
  /** The telephony services that the server reached within the last two seconds. */
  reached: string[];
}

export type OwnInstance = Omit<LivingInstance, "startedAt" | "expiresAt">;

/** A server without a sign of life for this time is dead. */
export const LIFE_MS = 4_000;
const life = sql`clock_timestamp() + ${LIFE_MS} * interval '1 millisecond'`;

export interface Renewal {
  /**
   * Is true when the row did not exist: at the start, or after others declared this server dead.
   */
  isNew: boolean;
  clock: ClockSample;
}

/** Writes the sign of life of a server. */
export async function renewInstance(db: Db, own: OwnInstance): Promise<Renewal> {
  const { id, name, version, internalUrl, telephony, reached } = own;
  const beforeMs = performance.now();
  const { rows } = await sql<{ isNew: boolean; databaseMs: number }>`
    insert into server_instance
      (id, name, version, internal_url, secrets, started_at, expires_at, telephony, reached)
    values (${id}, ${name}, ${version}, ${internalUrl}, ${JSON.stringify(own.secrets)},
      clock_timestamp(), ${life}, ${telephony}, ${reached}::text[])
    on conflict (id) do update
      set expires_at = excluded.expires_at, telephony = excluded.telephony,
          reached = excluded.reached
    returning xmax = 0 as "isNew",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseMs"`.execute(db);
  const [row] = rows;
  if (row === undefined) {
    throw new Error("The row of this server was not written.");
  }
  const { isNew, databaseMs } = row;
  return { isNew, clock: { beforeMs, databaseMs, afterMs: performance.now() } };
}

/** Servers that start at the same time register one after the other. */
export async function lockInstances(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('linedesk.instances', 0))`.execute(trx);
}

/** Deletes the rows of dead servers and returns their ids. Another server may do it as well. */
export async function deleteDeadInstances(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from server_instance where id in (
      select id from server_instance where expires_at < clock_timestamp() for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listLivingInstances(db: Db): Promise<LivingInstance[]> {
  return db
    .selectFrom("server_instance")
    .select([
      "id",
      "name",
      "version",
      "internal_url as internalUrl",
      sql<Record<string, string>>`secrets`.as("secrets"),
      "started_at as startedAt",
      "expires_at as expiresAt",
      "telephony",
      "reached",
    ])
    .where("expires_at", ">=", sql<Date>`clock_timestamp()`)
    .orderBy("started_at")
    .orderBy("id")
    .execute();
}

/** Deletes a server that has ended, with its leases. */
export async function deleteInstance(db: Db, id: string): Promise<void> {
  await db.deleteFrom("leader_lease").where("holder", "=", id).execute();
  await db.deleteFrom("server_instance").where("id", "=", id).execute();
}

interface LeaseRequest {
  name: string;
  holder: string;
}

/**
 * Acquires a free or lapsed lease, or renews the holder's own lease. Returns false while another
 * server holds the lease.
 */
export async function takeLease(db: Db, { name, holder }: LeaseRequest): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    insert into leader_lease (name, holder, expires_at) values (${name}, ${holder}, ${life})
    on conflict (name) do update set holder = excluded.holder, expires_at = ${life}
      where leader_lease.holder = excluded.holder
        or leader_lease.expires_at <= clock_timestamp()
    returning name`.execute(db);
  return rows.length > 0;
}

export async function deleteLease(db: Db, { name, holder }: LeaseRequest): Promise<void> {
  await db
    .deleteFrom("leader_lease")
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}
