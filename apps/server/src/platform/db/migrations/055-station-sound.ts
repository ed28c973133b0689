import { sql, type Kysely } from "kysely";

const stationSound = sql`
  create table station_sound (
    id uuid primary key,
    station_id uuid not null references station on delete cascade,
    name text not null check (length(name) between 1 and 80),
    format text not null check (format in ('wav', 'mp3', 'ogg')),
    bytes bytea not null check (length(bytes) <= 4000000),
    created_at timestamptz not null default now()
  );
  create index station_sound_station on station_sound (station_id);
`;

/** Sounds that a station has stored with us, in place of an address elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await stationSound.execute(db);
}
