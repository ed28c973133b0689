import { sql } from "kysely";

/** Contests with the log that proves them; an entry has no foreign key and outlives its call. */
export const contests = sql`
  create table contest (
    id uuid primary key,
    station_id uuid not null references station,
    phone_line_id uuid not null references phone_line,
    caller_count integer not null check (caller_count between 1 and 1000),
    counted integer not null default 0,
    early_text text not null,
    late_text text not null,
    started_at timestamptz not null,
    started_by text not null,
    started_by_id uuid references "user",
    ended_at timestamptz
  );
  create unique index contest_running on contest (station_id) where ended_at is null;
  create index contest_station on contest (station_id, id desc);

  create table contest_entry (
    id uuid primary key,
    seq integer not null generated always as identity,
    contest_id uuid not null references contest,
    call_id uuid not null unique,
    at timestamptz not null,
    number text,
    name text,
    ordinal integer,
    outcome text not null,
    unique (contest_id, ordinal)
  );
  create unique index contest_entry_number on contest_entry (contest_id, number)
    where ordinal is not null;
  create trigger contest_entry_append_only before update or delete or truncate on contest_entry
    for each statement execute function refuse_change();
`;
