import { sql } from "kysely";

/** Callers with their numbers; a number may belong to several callers, as in a family. */
export const callers = sql`
  create table caller (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text check (length(name) <= 100),
    location text check (length(location) <= 100),
    note text not null default '' check (length(note) <= 1000),
    blocked boolean not null default false,
    ended_calls integer not null default 0,
    last_call_at timestamptz,
    changed_by text,
    merged_into uuid references caller on delete cascade,
    created_at timestamptz not null default now()
  );
  create index caller_station on caller (station_id, last_call_at desc);
  create index caller_merged on caller (merged_into) where merged_into is not null;
  create index caller_by_last_call on caller (station_id, last_call_at desc, id desc)
    where last_call_at is not null and merged_into is null;

  create table caller_number (
    station_id uuid not null references station on delete cascade,
    number text not null check (number ~ '^[+][1-9][0-9]{1,14}$'),
    caller_id uuid not null references caller on delete cascade,
    -- The order in which a caller got numbers; an order by number would reveal masked digits.
    position bigint not null generated always as identity,
    primary key (station_id, number, caller_id)
  );
  create index caller_number_caller on caller_number (caller_id);

  create table caller_flag (
    caller_id uuid not null references caller on delete cascade,
    flag_id uuid not null references flag on delete cascade,
    reason text not null default '' check (length(reason) <= 500),
    until timestamptz,
    primary key (caller_id, flag_id)
  );
  create index caller_flag_flag on caller_flag (flag_id);
  create index caller_flag_until on caller_flag (until) where until is not null;
`;

export const callerChanges = sql`
  create table caller_change (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    kind text not null check (kind in ('merge', 'split')),
    caller_id uuid not null references caller on delete cascade,
    other_id uuid not null references caller on delete cascade,
    by_name text not null,
    at timestamptz not null,
    undone_at timestamptz,
    stored jsonb not null
  );
  create index caller_change_open on caller_change (caller_id, id desc) where undone_at is null;
`;
