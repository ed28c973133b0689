import { sql } from "kysely";

/** The outbox of events with each station's last sequence number, and the webhooks received. */
export const realtime = sql`
  create table station_seq (
    station_id uuid primary key references station on delete cascade,
    seq bigint not null
  );

  create table outbox (
    id bigint generated always as identity primary key,
    channel text not null,
    event text not null,
    payload jsonb not null,
    station_id uuid,
    seq bigint,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    unique (station_id, seq)
  );
  create index outbox_unsent on outbox (id) where sent_at is null;
  create index outbox_age on outbox (created_at);

  create table webhook_receipt (
    token text primary key,
    received_at timestamptz not null default now()
  );
  create index webhook_receipt_age on webhook_receipt (received_at);
`;

/** Messages of a station, numbered without gaps; a message has no foreign key to its call. */
export const chat = sql`
  create table chat_room (
    station_id uuid primary key references station,
    last_number integer not null
  );

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
  );
  create trigger chat_message_append_only before update or delete or truncate on chat_message
    for each statement execute function refuse_change();
`;
