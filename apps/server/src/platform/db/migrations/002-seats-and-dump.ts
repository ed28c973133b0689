import { type QueryExecutorProvider, sql } from "kysely";

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table station add column allows_dump boolean not null default false`.execute(db);
  await sql`alter table device_preset add column seat_of text`.execute(db);
  await sql`create unique index device_preset_seat on device_preset (station_id, seat_of)`.execute(
    db,
  );
}
