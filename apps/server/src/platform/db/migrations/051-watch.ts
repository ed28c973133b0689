import { sql, type Kysely } from "kysely";

/** Integrations with their deliveries, how long data is stored, and a faster log of the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The index of a long audit takes longer than one statement may otherwise.
  await sql`set local statement_timeout = 0`.execute(db);
  await makeIntegrations(db);
  await makeRetention(db);
  await guardAudit(db);
}

async function makeIntegrations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table integration (
      id uuid primary key,
      station_id uuid not null references station on delete cascade,
      kind text not null check (kind in ('webhook', 'now_playing')),
      name text not null check (length(name) between 1 and 100),
      url text,
      events text[] not null default '{}',
      secret text not null,
      enabled boolean not null default true,
      -- Since when no delivery has got through; null where the last one did.
      failing_since timestamptz,
      -- Set where it was switched off because none got through for days.
      failed_at timestamptz,
      -- Before which a failing one is not tried again.
      retry_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      check ((kind = 'webhook') = (url is not null))
    )`.execute(db);
  await sql`create index integration_station on integration (station_id, id)`.execute(db);
  await sql`
    create table integration_delivery (
      id uuid primary key,
      integration_id uuid not null references integration on delete cascade,
      event text not null,
      payload jsonb not null,
      created_at timestamptz not null,
      -- When it is tried next; null once it was delivered or given up.
      next_at timestamptz,
      attempts integer not null default 0,
      tried_at timestamptz,
      delivered_at timestamptz,
      status integer,
      error text
    )`.execute(db);
  await sql`
    create index integration_delivery_due on integration_delivery (next_at)
      where next_at is not null`.execute(db);
  await sql`
    create index integration_delivery_log on integration_delivery (integration_id, id desc)`.execute(
    db,
  );
  await sql`create index integration_delivery_age on integration_delivery (created_at)`.execute(db);
  await sql`
    create table now_playing (
      station_id uuid primary key references station on delete cascade,
      title text not null,
      artist text not null,
      at timestamptz not null
    )`.execute(db);
}

async function makeRetention(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention_period (
      station_id uuid not null references station on delete cascade,
      kind text not null check (kind in ('calls', 'notes', 'chat', 'quality', 'audit')),
      days integer not null check (days between 1 and 36500),
      primary key (station_id, kind)
    )`.execute(db);
}

/**
 * What is append-only is changed by the erasure of a person alone; rows may go only where their
 * period is over, which the job of retention says for its own transaction. An entry of the audit
 * stands for a year in any case.
 */
async function guardAudit(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entry_log on audit_entry (station_id, id desc)`.execute(db);
  await sql`
    create or replace function refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('linedesk.retention', true) = 'over' then
        return null;
      end if;
      if tg_op = 'UPDATE' and current_setting('linedesk.erasing', true) = 'on' then
        return null;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`.execute(db);
  await sql`
    create function refuse_young_audit() returns trigger language plpgsql as $$
    begin
      if old.at > now() - interval '365 days' then
        raise exception 'audit_entry is stored for a year';
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger audit_entry_stored before delete on audit_entry
      for each row execute function refuse_young_audit()`.execute(db);
}
