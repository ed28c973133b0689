import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import { onTestFinished } from "vitest";

import type { Db } from "../../src/platform/db/database.ts";
import { migrations } from "../../src/platform/db/migrations/index.ts";
import { describeSchema } from "../../src/platform/db/schema-description.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** The migrations that commits before the baseline recorded, and their statements. */
const data = JSON.parse(
  readFileSync(join(import.meta.dirname, "../data/earlier-installations.json"), "utf8"),
) as { installations: Record<string, string>; migrations: Record<string, string> };

export const commits = Object.keys(data.installations);

/** Returns the full names of the migrations of a commit; the data contain only their numbers. */
export function listMigrations(commit: string): string[] {
  const numbers = data.installations[commit]?.split(" ") ?? [];
  return Object.keys(data.migrations).filter((name) => numbers.includes(name.slice(0, 3)));
}

export function listLacking(commit: string): string[] {
  const names = listMigrations(commit);
  return Object.keys(data.migrations).filter((name) => !names.includes(name));
}

/** The migrations after the baseline, which every installation gets. */
export const laterMigrations = Object.keys(migrations).slice(1);

export async function aDatabase(options?: { template: boolean }): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

export async function anInstallation(commit: string): Promise<Pick<TestDatabase, "db" | "url">> {
  const { db, url } = await aDatabase({ template: false });
  await sql`
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null);
    create table kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  for (const name of listMigrations(commit)) {
    await sql.raw(data.migrations[name] ?? "").execute(db);
    await sql`insert into kysely_migration values (${name}, '2026-11-23')`.execute(db);
  }
  await seed.execute(db);
  return { db, url };
}

const seed = sql`
  insert into station (id, call_sign, name)
    values ('00000000-0000-7000-8000-000000000001', '2ZZ', 'Test FM');
  insert into caller (id, station_id, name) values ('00000000-0000-7000-8000-000000000002',
    '00000000-0000-7000-8000-000000000001', 'Zoë Δημήτριος');
  insert into caller_number (station_id, number, caller_id) values
    ('00000000-0000-7000-8000-000000000001', '+61491570156', '00000000-0000-7000-8000-000000000002');
  insert into call (id, arrived_at, station_id, direction, call_state, desk, ended_at, changed_at)
    values
      ('00000000-0000-7000-8000-000000000003', now(), '00000000-0000-7000-8000-000000000001',
        'inbound', '{}', '{"leaving": "rejected"}', null, now()),
      ('00000000-0000-7000-8000-000000000004', now(), '00000000-0000-7000-8000-000000000001',
        'inbound', '{}', '{}', now(), now());
  insert into audit_entry (id, action, subject_type)
    values ('00000000-0000-7000-8000-000000000005', 'station.created', 'station');
`;

/** Reads everything that a refused start must not change: the schema, the record and the rows. */
export async function readInstallation(db: Db) {
  const { rows } = await sql<Record<string, unknown>>`
    select (select json_agg(m order by name) from kysely_migration m) as record,
      -- Migrations after the baseline add the columns.
      (select json_agg(json_build_array(xmin, to_jsonb(s) - 'allows_dump')) from station s)
        as stations,
      (select json_agg(json_build_array(xmin, c.*)) from caller c) as callers,
      (select json_agg(json_build_array(tableoid, xmin, to_jsonb(c) - 'dial_extension' - 'earlier_sids' - 'service') order by id)
        from call c) as calls,
      (select json_agg(json_build_array(xmin, a.*)) from audit_entry a) as audit
  `.execute(db);
  return { schema: await db.transaction().execute(describeSchema), rows };
}
