import { sql, type Kysely } from "kysely";

/** Seats by their beat; and in a call's history who did it, and the order within one change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seat (
      station_id uuid not null references station on delete cascade,
      user_id uuid not null references "user" on delete cascade,
      beat_at timestamptz not null,
      asleep boolean not null default false,
      lines jsonb not null,
      primary key (station_id, user_id)
    )`.execute(db);
  await sql`create index seat_awake on seat (beat_at) where not asleep`.execute(db);
  await sql`
    alter table call_event
      add column user_id uuid,
      add column step smallint not null default 0`.execute(db);
}
