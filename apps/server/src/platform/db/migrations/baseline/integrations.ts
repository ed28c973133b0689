import { sql } from "kysely";

export const integrations = sql`
  create table integration (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    kind text not null check (kind in ('webhook', 'now_playing')),
    name text not null check (length(name) between 1 and 100),
    url text,
    events text[] not null default '{}',
    secret text not null,
    -- True when the webhook gets callers' full numbers although the station masks numbers.
    whole_numbers boolean not null default false,
    enabled boolean not null default true,
    -- No delivery has succeeded since this time; null after a success.
    failing_since timestamptz,
    -- The time at which the integration was switched off after days of failures.
    failed_at timestamptz,
    -- A failing integration is not tried before this time.
    retry_at timestamptz,
    created_at timestamptz not null,
    version integer not null default 1,
    check ((kind = 'webhook') = (url is not null))
  );
  create index integration_station on integration (station_id, id);

  create table integration_delivery (
    id uuid primary key,
    integration_id uuid not null references integration on delete cascade,
    event text not null,
    payload jsonb not null,
    created_at timestamptz not null,
    -- The time of the next attempt; null after a delivery or the last attempt.
    next_at timestamptz,
    attempts integer not null default 0,
    tried_at timestamptz,
    delivered_at timestamptz,
    status integer,
    error text
  );
  create index integration_delivery_due on integration_delivery (next_at)
    where next_at is not null;
  create index integration_delivery_log on integration_delivery (integration_id, id desc);
  create index integration_delivery_age on integration_delivery (created_at);

  create table now_playing (
    station_id uuid primary key references station on delete cascade,
    title text not null,
    artist text not null,
    at timestamptz not null
  );
`;
