import { sql, type Kysely } from "kysely";

const recording = sql`
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

  alter table call add column recording text
    check (recording in ('announcing', 'running', 'paused'));

  alter table station
    add column recording_mode text not null default 'off'
      check (recording_mode in ('off', 'on_request', 'every_call')),
    add column recording_notice_words text check (length(recording_notice_words) <= 500),
    add column recording_notice_url text,
    add check (recording_mode = 'off' or recording_notice_words is not null
      or recording_notice_url is not null);

  alter table retention_period drop constraint retention_period_kind_check;
  alter table retention_period add constraint retention_period_kind_check
    check (kind in ('calls', 'notes', 'chat', 'quality', 'recordings', 'audit'));
`;

/** Recordings of calls: none without a notice to the caller, which the row proves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await recording.execute(db);
}
