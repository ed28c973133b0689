import { sql, type Kysely } from "kysely";

/** Conferences, who is in them, and which operators' and callers' legs are in their rooms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conference (
      id uuid primary key,
      station_id uuid not null references station on delete cascade,
      started_by uuid not null,
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`
    create index conference_live on conference (station_id) where ended_at is null`.execute(db);
  await sql`
    create table conference_member (
      conference_id uuid not null references conference on delete cascade,
      call_id uuid not null,
      joined_at timestamptz not null,
      left_at timestamptz,
      muted boolean not null default false,
      on_hold boolean not null default false,
      primary key (conference_id, call_id)
    )`.execute(db);
  await sql`
    create unique index conference_member_open on conference_member (call_id)
      where left_at is null`.execute(db);
  await sql`alter table call_leg add column conference_id uuid`.execute(db);
  await sql`
    create index call_leg_conference on call_leg (conference_id)
      where conference_id is not null`.execute(db);
}
