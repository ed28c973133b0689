import { sql, type Kysely } from "kysely";

/** Contests with the log that proves them; numbers given by hand; what is asked before the air. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index contest_running on contest (station_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index contest_station on contest (station_id, id desc)`.execute(db);
  // No foreign key to the call: the log outlives it.
  await sql`
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
    )`.execute(db);
  await sql`
    create unique index contest_entry_number on contest_entry (contest_id, number)
      where ordinal is not null`.execute(db);
  await sql`
    create trigger contest_entry_append_only before update or delete or truncate on contest_entry
      for each statement execute function refuse_change()`.execute(db);
  await sql`
    alter table call
      add column given_number text,
      add column radio_off boolean not null default false,
      add column agreed_to_air boolean not null default false`.execute(db);
  await sql`alter table station add column requires_air_ready boolean not null default false`.execute(
    db,
  );
}
