import { type QueryExecutorProvider, sql } from "kysely";

/** The telephony service that has a call. Without EXCHANGES the only one is `main`. */
const services = sql`
  alter table call add column service text not null default 'main';
  alter table call_leg add column service text not null default 'main';
  alter table claim add column service text not null default 'main';
  alter table recording add column service text not null default 'main';
  -- The telephony service that has verified the number, and may show it.
  alter table caller_id add column service text not null default 'main';
  alter table server_instance
    -- The telephony services that this server reached within the last two seconds.
    add column reached text[] not null default '{}';
`;

/**
 * Creates the tables of what each service has. The release before this one still uses `telephony_state`,
 * `telephony_resource` and `station_telephony.queue_sid`.
 */
const resources = sql`
  create table service_state (
    service text primary key,
    state text not null check (state in ('up', 'down')),
    since timestamptz not null
  );
  insert into service_state select 'main', state, since from telephony_state;

  create table service_resource (
    service text not null,
    name text not null,
    sid text not null,
    primary key (service, name)
  );
  insert into service_resource select 'main', name, sid from telephony_resource;

  create table station_queue (
    station_id uuid not null references station on delete cascade,
    service text not null,
    sid text not null,
    primary key (station_id, service)
  );
  insert into station_queue
    select station_id, 'main', queue_sid from station_telephony where queue_sid is not null;
`;

export async function up(db: QueryExecutorProvider): Promise<void> {
  await services.execute(db);
  await resources.execute(db);
}
