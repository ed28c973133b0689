import { type QueryExecutorProvider, sql } from "kysely";

/**
 * The living servers, and which of them leads. Every time is written and compared with the
 * database's clock.
 */
const serverInstances = sql`
  create table server_instance (
    id uuid primary key,
    name text not null,
    version text not null,
    internal_url text not null,
    -- The name of each setting that all servers share, with a fingerprint of its value.
    secrets jsonb not null,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    telephony text not null default 'unknown' check (telephony in ('up', 'down', 'unknown'))
  );

  create table leader_lease (
    name text primary key,
    holder uuid not null,
    expires_at timestamptz not null
  );
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await serverInstances.execute(db);
}
