import { sql, type Kysely } from "kysely";

/**
 * When a call goes by itself, or its offer lapses, so that any replica finds it after a restart;
 * and who is leaving since when, which was a reason alone before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table call add column due_at timestamptz`.execute(db);
  await sql`
    update call
    set desk = jsonb_set(desk, '{leaving}', jsonb_build_object(
      'reason', desk->'leaving', 'by', null, 'until', null, 'wasBridged', false))
    where ended_at is null and jsonb_typeof(desk->'leaving') = 'string'
  `.execute(db);
}
