import { sql, type Kysely } from "kysely";

/** Audio servers, device presets, and which audio server a claim and a leg are of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audio_server (
      id uuid primary key,
      station_id uuid not null references station,
      name text not null check (length(name) between 1 and 60),
      key_hash bytea unique,
      code_hash bytea unique,
      code_expires_at timestamptz,
      paired_at timestamptz,
      last_seen_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index audio_server_name on audio_server (station_id, lower(name))`.execute(
    db,
  );
  await sql`
    create table device_preset (
      id uuid primary key,
      station_id uuid not null references station,
      name text not null check (length(name) between 1 and 60),
      line1 uuid references audio_server,
      line2 uuid references audio_server,
      line1_feeds_air boolean,
      line2_feeds_air boolean
    )`.execute(db);
  await sql`create unique index device_preset_name on device_preset (station_id, lower(name))`.execute(
    db,
  );
  await sql`alter table claim add column audio_server_id uuid`.execute(db);
  await sql`alter table call_leg add column audio_server_id uuid`.execute(db);
  await sql`
    create index claim_audio_server on claim (audio_server_id, line)
      where audio_server_id is not null and used_at is null and lapsed_at is null`.execute(db);
  await sql`
    create index call_leg_audio_server on call_leg (audio_server_id, line)
      where audio_server_id is not null and left_at is null`.execute(db);
}
