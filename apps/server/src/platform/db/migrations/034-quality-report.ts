import { sql, type Kysely } from "kysely";

/** The report of a call's whole leg beside its samples, and each person's preflight reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table call_quality add column report jsonb`.execute(db);
  await sql`
    create table preflight_report (
      id uuid primary key,
      user_id uuid not null references "user" (id) on delete cascade,
      at timestamptz not null,
      outcome jsonb not null
    )
  `.execute(db);
  await sql`create index preflight_report_of_user on preflight_report (user_id, id desc)`.execute(
    db,
  );
}
