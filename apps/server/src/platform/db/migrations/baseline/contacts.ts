import { sql } from "kysely";

/** The phone book: each number once for the station, for each of its shows and for each person. */
export const contacts = sql`
  create table contact (
    id uuid primary key,
    station_id uuid references station on delete cascade,
    show text check (length(show) between 1 and 60),
    user_id uuid references "user" on delete cascade,
    number text not null check (number ~ '^[+][1-9][0-9]{1,14}$'),
    name text not null check (length(name) between 1 and 100),
    sort_name text collate "C" not null,
    tags text[] not null,
    note text not null,
    favourite boolean not null,
    past_numbers text[] not null,
    words text[] not null,
    version integer not null default 1,
    changed_by text not null,
    changed_at timestamptz not null,
    deleted_at timestamptz,
    check ((station_id is null) <> (user_id is null)),
    check (show is null or station_id is not null)
  );
  create unique index contact_of_station on contact (station_id, lower(coalesce(show, '')), number)
    where deleted_at is null and station_id is not null;
  create unique index contact_of_person on contact (user_id, number)
    where deleted_at is null and user_id is not null;
  create index contact_by_name on contact (station_id, (not favourite), sort_name, id)
    where deleted_at is null and station_id is not null;
  create index contact_of_person_by_name on contact (user_id, (not favourite), sort_name, id)
    where deleted_at is null and user_id is not null;
  create index contact_number on contact (number) where deleted_at is null;
  create index contact_words on contact using gin (array_to_tsvector(words))
    where deleted_at is null;
  create index contact_deleted on contact (deleted_at) where deleted_at is not null;
`;
