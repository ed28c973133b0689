import { sql } from "kysely";

export const legs = sql`
  create table call_leg (
    sid text primary key,
    call_id uuid not null,
    kind text not null check (kind in ('caller', 'operator')),
    user_id uuid,
    user_name text,
    line text check (line in ('line1', 'line2')),
    feeds_air boolean not null default false,
    conference_id uuid,
    audio_server_id uuid,
    released boolean not null default false,
    created_at timestamptz not null,
    joined_at timestamptz,
    left_at timestamptz
  );
  create index call_leg_call on call_leg (call_id);
  create index call_leg_age on call_leg (created_at);
  create index call_leg_conference on call_leg (conference_id) where conference_id is not null;
  create index call_leg_audio_server on call_leg (audio_server_id, line)
    where audio_server_id is not null and left_at is null;

  create table claim (
    id uuid primary key,
    call_id uuid not null,
    user_id uuid not null,
    user_name text not null,
    line text not null check (line in ('line1', 'line2')),
    feeds_air boolean not null,
    audio_server_id uuid,
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
  create index claim_audio_server on claim (audio_server_id, line)
    where audio_server_id is not null and used_at is null and lapsed_at is null;

  create table call_quality (
    id uuid primary key,
    call_id uuid not null,
    user_id uuid not null,
    at timestamptz not null,
    samples jsonb not null,
    report jsonb
  );
  create index call_quality_call on call_quality (call_id);
`;

export const conferences = sql`
  create table conference (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    started_by uuid not null,
    started_at timestamptz not null,
    ended_at timestamptz
  );
  create index conference_live on conference (station_id) where ended_at is null;

  create table conference_member (
    conference_id uuid not null references conference on delete cascade,
    call_id uuid not null,
    joined_at timestamptz not null,
    left_at timestamptz,
    muted boolean not null default false,
    on_hold boolean not null default false,
    -- True while an operator talks with this member privately, outside the conference.
    talkback boolean not null default false,
    primary key (conference_id, call_id)
  );
  create unique index conference_member_open on conference_member (call_id)
    where left_at is null;
`;

export const recordings = sql`
  create table recording (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    call_id uuid not null,
    state text not null check (state in ('announcing', 'running', 'paused', 'stored', 'failed')),
    requested_by uuid references "user" on delete set null,
    requested_at timestamptz not null,
    notice_words text,
    notice_url text,
    announced_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    duration_s integer,
    service_sid text,
    deleted_at timestamptz,
    check (started_at is null or announced_at is not null)
  );
  create index recording_call on recording (call_id);
  create unique index recording_live on recording (call_id)
    where state in ('announcing', 'running', 'paused');
  create index recording_stored on recording (station_id, requested_at) where deleted_at is null;
`;
