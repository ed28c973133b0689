import { sql } from "kysely";

/**
 * Calls and their events, by month. The uuid of a call contains the time of arrival, so the id is
 * enough to find the partition.
 */
export const calls = sql`
  create table call (
    id uuid not null,
    arrived_at timestamptz not null,
    station_id uuid not null,
    phone_line_id uuid,
    direction text not null check (direction in ('inbound', 'outbound')),
    call_sid text,
    number text,
    given_number text,
    caller_id uuid,
    call_state jsonb not null,
    desk jsonb not null,
    seen_in_room jsonb,
    conference_sid text,
    next boolean not null default false,
    locked boolean not null default false,
    pinned boolean not null default false,
    sent_back boolean not null default false,
    rehearsal boolean not null default false,
    radio_off boolean not null default false,
    agreed_to_air boolean not null default false,
    programme_audible boolean not null default false,
    position integer check (position > 0),
    description text not null default '' check (length(description) <= 500),
    earlier_calls integer not null default 0,
    last_call_at timestamptz,
    -- The time at which the call ends by itself or its offer lapses; any server acts on it.
    due_at timestamptz,
    dialled_by uuid,
    dialled_at timestamptz,
    dial_limit_s integer check (dial_limit_s between 1 and 86400),
    call_back jsonb,
    recording text check (recording in ('announcing', 'running', 'paused')),
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
  create index call_dialled on call (station_id, dialled_at desc) where dialled_at is not null;

  create table call_event (
    id uuid not null,
    call_id uuid not null,
    at timestamptz not null,
    type text not null,
    payload jsonb not null,
    user_id uuid,
    -- The order of events within one change.
    step smallint not null default 0,
    primary key (id, at)
  ) partition by range (at);
  create index call_event_call on call_event (call_id, at);
  create trigger call_event_append_only before update or delete or truncate on call_event
    for each statement execute function refuse_change();
`;

/** Creates the partitions of the months around now; the server creates later ones in advance. */
export const callPartitions = sql`
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
