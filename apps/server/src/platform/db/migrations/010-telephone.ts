import { sql, type Kysely } from "kysely";

const stations = sql`
  create table station_telephony (
    station_id uuid primary key references station on delete cascade,
    hold_music_url text,
    live_programme_url text,
    line_closed_url text,
    max_dial_s integer not null default 14400 check (max_dial_s between 1 and 86400),
    queue_sid text
  );

  create table phone_line (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 100),
    number text not null unique check (number ~ '^[+][1-9][0-9]{1,14}$'),
    open boolean not null default true,
    priority boolean not null default false,
    hold_music_url text,
    line_closed_url text,
    forward_to text check (forward_to ~ '^[+][1-9][0-9]{1,14}$'),
    created_at timestamptz not null default now()
  );
  create index phone_line_station on phone_line (station_id, number);

  create table station_line_feed (
    station_id uuid not null references station on delete cascade,
    line text not null check (line in ('line1', 'line2')),
    feeds_air boolean not null,
    primary key (station_id, line)
  );
`;

const callers = sql`
  create table caller (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text check (length(name) <= 100),
    location text check (length(location) <= 100),
    blocked boolean not null default false,
    ended_calls integer not null default 0,
    last_call_at timestamptz,
    created_at timestamptz not null default now()
  );
  create index caller_station on caller (station_id, last_call_at desc);

  create table caller_number (
    station_id uuid not null references station on delete cascade,
    number text not null check (number ~ '^[+][1-9][0-9]{1,14}$'),
    caller_id uuid not null references caller on delete cascade,
    primary key (station_id, number)
  );
  create index caller_number_caller on caller_number (caller_id);

  create table flag (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 50),
    colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
    kind text not null default 'label' check (kind in ('label', 'warning', 'banned')),
    hidden_by_default boolean not null default false,
    unique (station_id, name)
  );

  create table caller_flag (
    caller_id uuid not null references caller on delete cascade,
    flag_id uuid not null references flag on delete cascade,
    reason text not null default '' check (length(reason) <= 500),
    primary key (caller_id, flag_id)
  );
`;

// The key of call carries the time of arrival, which a call's uuid carries too: whoever has the
// id finds the one partition.
const calls = sql`
  create table call (
    id uuid not null,
    arrived_at timestamptz not null,
    station_id uuid not null,
    phone_line_id uuid,
    direction text not null check (direction in ('inbound', 'outbound')),
    call_sid text,
    number text,
    caller_id uuid,
    call_state jsonb not null,
    desk jsonb not null,
    seen_in_room jsonb,
    conference_sid text,
    next boolean not null default false,
    locked boolean not null default false,
    pinned boolean not null default false,
    position integer check (position > 0),
    description text not null default '' check (length(description) <= 500),
    earlier_calls integer not null default 0,
    last_call_at timestamptz,
    answered_at timestamptz,
    answered_by uuid,
    ended_at timestamptz,
    reason text,
    changed_at timestamptz not null,
    primary key (id, arrived_at)
  ) partition by range (arrived_at);
  create index call_live on call (station_id) where ended_at is null;
  create index call_of_caller on call (caller_id, arrived_at desc, id desc);
  create index call_of_station on call (station_id, arrived_at desc);

  create table call_event (
    id uuid not null,
    call_id uuid not null,
    at timestamptz not null,
    type text not null,
    payload jsonb not null,
    primary key (id, at)
  ) partition by range (at);
  create index call_event_call on call_event (call_id, at);
  create trigger call_event_append_only before update or delete or truncate on call_event
    for each statement execute function refuse_change();

  create table call_leg (
    sid text primary key,
    call_id uuid not null,
    kind text not null check (kind in ('caller', 'operator')),
    user_id uuid,
    user_name text,
    line text check (line in ('line1', 'line2')),
    feeds_air boolean not null default false,
    released boolean not null default false,
    created_at timestamptz not null,
    joined_at timestamptz,
    left_at timestamptz
  );
  create index call_leg_call on call_leg (call_id);
  create index call_leg_age on call_leg (created_at);

  create table claim (
    id uuid primary key,
    call_id uuid not null,
    user_id uuid not null,
    user_name text not null,
    line text not null check (line in ('line1', 'line2')),
    feeds_air boolean not null,
    made_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    leg_sid text,
    lapsed_at timestamptz
  );
  create index claim_call on claim (call_id);
  create index claim_leg on claim (leg_sid) where leg_sid is not null;
  create index claim_age on claim (made_at);
  create index claim_open on claim (expires_at) where used_at is null and lapsed_at is null;
  create index claim_of_line on claim (user_id, line) where used_at is null and lapsed_at is null;

  create table call_quality (
    id uuid primary key,
    call_id uuid not null,
    user_id uuid not null,
    at timestamptz not null,
    samples jsonb not null
  );
  create index call_quality_call on call_quality (call_id);
`;

const telephony = sql`
  create table telephony_state (
    id boolean primary key default true check (id),
    state text not null check (state in ('up', 'down')),
    since timestamptz not null
  );
  create table care_turn (
    name text primary key,
    taken_at timestamptz not null
  );
  create table telephony_resource (
    name text primary key,
    sid text not null
  );
`;

/** Months around now; later ones are made ahead by code (`calls/call-partitions.ts`). */
const partitions = sql`
  do $$
  declare month date;
  begin
    for month in
      select generate_series(
        date_trunc('month', now() at time zone 'UTC') - interval '1 month',
        date_trunc('month', now() at time zone 'UTC') + interval '2 months',
        interval '1 month')
    loop
      execute format(
        'create table call_%s partition of call for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
      execute format(
        'create table call_event_%s partition of call_event for values from (%L) to (%L)',
        to_char(month, 'YYYY_MM'), month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
    end loop;
  end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await stations.execute(db);
  await callers.execute(db);
  await calls.execute(db);
  await telephony.execute(db);
  await partitions.execute(db);
}
