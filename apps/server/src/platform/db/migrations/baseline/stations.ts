import { sql } from "kysely";

export const stations = sql`
  create table station (
    id uuid primary key,
    call_sign text not null check (call_sign = upper(call_sign)),
    name text not null,
    created_at timestamptz not null default now(),
    requires_air_ready boolean not null default false,
    call_back_digit text check (call_back_digit ~ '^[0-9*#]$'),
    logo text check (length(logo) <= 200000),
    colour text check (colour ~ '^#[0-9a-f]{6}$'),
    -- The lowest role that sees callers' full numbers.
    numbers_from text
      check (numbers_from in ('presenter', 'producer', 'admin', 'owner', 'nobody')),
    recording_mode text not null default 'off'
      check (recording_mode in ('off', 'on_request', 'every_call')),
    recording_notice_words text check (length(recording_notice_words) <= 500),
    recording_notice_url text,
    unique (call_sign),
    check (recording_mode = 'off' or recording_notice_words is not null
      or recording_notice_url is not null)
  );

  create table station_telephony (
    station_id uuid primary key references station on delete cascade,
    hold_music_url text,
    live_programme_url text,
    line_closed_url text,
    line_closed_words text check (length(line_closed_words) <= 500),
    lines_busy_url text,
    lines_busy_words text check (length(lines_busy_words) <= 500),
    max_dial_s integer not null default 14400 check (max_dial_s between 1 and 86400),
    queue_sid text,
    forward_to text,
    opening_hours jsonb,
    rehearsal_until timestamptz
  );

  create table phone_line (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 100),
    number text not null unique check (number ~ '^[+][1-9][0-9]{1,14}$'),
    -- True when the number is known to be the station's own.
    is_own boolean not null default true,
    open boolean not null default true,
    priority boolean not null default false,
    hold_music_url text,
    line_closed_url text,
    forward_to text check (forward_to ~ '^[+][1-9][0-9]{1,14}$'),
    withheld text not null default 'accept' check (withheld in ('accept', 'to_back', 'reject')),
    withheld_words text check (length(withheld_words) between 1 and 300),
    loop_started_at timestamptz,
    loop_reached_at timestamptz,
    loop_failure text,
    created_at timestamptz not null default now()
  );
  create index phone_line_station on phone_line (station_id, number);

  create table station_line_feed (
    station_id uuid not null references station on delete cascade,
    line text not null check (line in ('line1', 'line2')),
    feeds_air boolean not null,
    primary key (station_id, line)
  );

  create table flag (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 50),
    colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
    icon text,
    kind text not null default 'label' check (kind in ('label', 'warning', 'banned')),
    effect text not null default 'mark' check (effect in ('mark', 'to_back', 'block')),
    hidden_by_default boolean not null default false,
    retired boolean not null default false,
    unique (station_id, name)
  );
`;

/** The caller IDs of a station. At most one is in use, and it must be verified. */
export const callerIds = sql`
  create table caller_id (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    number text not null check (number ~ '^[+][1-9][0-9]{1,14}$'),
    name text not null check (length(name) between 1 and 64),
    state text not null check (state in ('calling', 'verified', 'failed')),
    code text,
    requested_at timestamptz not null,
    verified_at timestamptz,
    service_sid text,
    in_use boolean not null default false check (not in_use or state = 'verified'),
    unique (station_id, number)
  );
  create unique index caller_id_in_use on caller_id (station_id) where in_use;
`;

export const stationSounds = sql`
  create table station_sound (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 80),
    format text not null check (format in ('wav', 'mp3', 'ogg')),
    bytes bytea not null check (length(bytes) <= 4000000),
    created_at timestamptz not null default now()
  );
  create index station_sound_station on station_sound (station_id);
`;
