import { sql } from "kysely";

export const audioServers = sql`
  create table audio_server (
    id uuid primary key,
    station_id uuid not null references station,
    name text not null check (length(name) between 1 and 60),
    key_hash bytea unique,
    code_hash bytea unique,
    code_expires_at timestamptz,
    -- The person who made the pairing code; the code ends with that person's permission.
    code_by uuid references "user",
    paired_at timestamptz,
    last_seen_at timestamptz,
    created_at timestamptz not null default now()
  );
  create unique index audio_server_name on audio_server (station_id, lower(name));

  create table device_preset (
    id uuid primary key,
    station_id uuid not null references station,
    name text not null check (length(name) between 1 and 60),
    line1 uuid references audio_server,
    line2 uuid references audio_server,
    line1_feeds_air boolean,
    line2_feeds_air boolean
  );
  create unique index device_preset_name on device_preset (station_id, lower(name));
`;

export const audioServerLogs = sql`
  create table audio_server_log (
    audio_server_id uuid primary key references audio_server,
    request_id uuid not null,
    requested_at timestamptz not null,
    text text check (length(text) <= 100000)
  );
`;
