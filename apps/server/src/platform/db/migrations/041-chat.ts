import { sql, type Kysely } from "kysely";

/** The messages of each station, numbered without gaps; what was sent stays as it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_room (
      station_id uuid primary key references station,
      last_number integer not null
    )`.execute(db);
  // No foreign key to the call of the card: the message outlives it.
  await sql`
    create table chat_message (
      station_id uuid not null references chat_room,
      number integer not null,
      key uuid not null,
      user_id uuid not null references "user",
      user_name text not null,
      at timestamptz not null,
      text text not null,
      mentions jsonb not null,
      card jsonb,
      primary key (station_id, number),
      unique (station_id, user_id, key)
    )`.execute(db);
  await sql`
    create trigger chat_message_append_only before update or delete or truncate on chat_message
      for each statement execute function refuse_change()`.execute(db);
}
