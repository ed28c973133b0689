import { sql } from "kysely";

export const people = sql`
  create table "user" (
    id uuid primary key,
    name text not null,
    email text,
    issuer text,
    subject text,
    -- True when OWNER_EMAIL named the person at the last sign-in; the person may add a station.
    owner boolean not null default false,
    created_at timestamptz not null default now(),
    disabled_at timestamptz,
    unique (issuer, subject),
    check ((issuer is null) = (subject is null))
  );
  create unique index user_email on "user" (lower(email));

  create table membership (
    user_id uuid not null references "user" on delete cascade,
    station_id uuid not null references station on delete cascade,
    role text not null check (role in ('screener', 'presenter', 'producer', 'admin', 'owner')),
    -- True when a group of the issuer gives the role, which ends when the person leaves the group.
    from_group boolean not null default false,
    -- The group that gives the role; null for a role that a person gave.
    group_name text,
    created_at timestamptz not null default now(),
    primary key (user_id, station_id)
  );
  create index membership_station on membership (station_id);

  create table user_setting (
    user_id uuid primary key references "user" on delete cascade,
    settings jsonb not null,
    updated_at timestamptz not null default now()
  );

  -- Only a hash of the token is stored, so a copy of the table signs nobody in.
  create table session (
    id uuid primary key,
    token_hash bytea not null unique,
    user_id uuid not null references "user" on delete cascade,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    id_token_hint text,
    user_agent text
  );
  create index session_of_user on session (user_id) where revoked_at is null;
  create index session_age on session (expires_at);
`;

export const seats = sql`
  create table seat (
    station_id uuid not null references station on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    beat_at timestamptz not null,
    asleep boolean not null default false,
    lines jsonb not null,
    primary key (station_id, user_id)
  );
  create index seat_awake on seat (beat_at) where not asleep;
`;
