import { sql, type Kysely } from "kysely";

/** Who dialled a call, how long it may last, and who is rung back; the index is for the caps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table call
      add column dialled_by uuid,
      add column dialled_at timestamptz,
      add column dial_limit_s integer check (dial_limit_s between 1 and 86400),
      add column call_back jsonb
  `.execute(db);
  await sql`
    create index call_dialled on call (station_id, dialled_at desc) where dialled_at is not null
  `.execute(db);
}
