import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { openDatabase } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { migrations } from "../../src/platform/db/migrations/index.ts";
import { makeJobTables } from "../../src/platform/jobs/jobs.ts";
import { startEmbeddedPostgres } from "../../src/supervisor/postgres/embedded-postgres.ts";
import { roleNames } from "../../src/supervisor/postgres/postgres-options.ts";
import { prepareDatabase } from "../../src/supervisor/prepare-database.ts";
import { queryDatabase } from "../support/query-database.ts";

const folder = await mkdtemp(join(tmpdir(), "linedesk-roles-"));
const dir = join(folder, "postgres");
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function start() {
  return startEmbeddedPostgres({
    dir,
    port: await findFreePort(),
    passwords: { admin: "one", owner: "two", server: "three" },
    onLog: () => undefined,
    disposable: true,
  });
}

/**
 * Creates the database as versions without the two roles did, so that the superuser owns
 * everything.
 */
async function makeEarlierDatabase(): Promise<void> {
  const postgres = await start();
  const { urls } = postgres;
  const cluster = new URL(urls.admin);
  cluster.pathname = "/postgres";
  for (const text of [
    "drop database linedesk",
    `drop role ${roleNames.owner}`,
    `drop role ${roleNames.server}`,
    "grant connect, temporary on database postgres, template1 to public",
    "create database linedesk",
  ]) {
    await queryDatabase(cluster.href, text);
  }
  const db = openDatabase({ url: urls.admin, poolSize: 2, onError: () => undefined });
  await migrate(db, { only: Object.keys(migrations).filter((name) => name < "008") });
  await makeJobTables(urls.admin);
  await db.destroy();
  await queryDatabase(
    urls.admin,
    `insert into station (id, call_sign, name) values (gen_random_uuid(), '2ZZ', 'Test FM');
     insert into audit_entry (id, action, subject_type) values (gen_random_uuid(), 'x', 'station');
     select pgboss.create_queue('earlier', '{"policy": "stately"}')`,
  );
  await postgres.stop();
}

const selectForeign = `
  select relname as name from pg_class
  where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    and relowner <> $1::regrole
  union all
  select proname from pg_proc
  where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and proowner <> $1::regrole
  union all
  select typname from pg_type
  where typnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and typowner <> $1::regrole`;

test("a data folder of an earlier version gets the roles at its next start, and keeps its data", async () => {
  await makeEarlierDatabase();

  const postgres = await start();
  const { urls } = postgres;
  const ran = await prepareDatabase({ ownerUrl: urls.owner, serverUrl: urls.server });

  expect(ran).toContain("008-narrow-rights");
  expect(await queryDatabase(urls.admin, selectForeign, [roleNames.owner])).toEqual([]);
  expect(await queryDatabase(urls.server, "select call_sign from station")).toEqual([
    { call_sign: "2ZZ" },
  ]);
  await queryDatabase(urls.server, "select pgboss.create_queue('later', '{}')");
  expect(await queryDatabase(urls.server, "select name from pgboss.queue order by name")).toEqual([
    { name: "earlier" },
    { name: "later" },
  ]);
  await expect(queryDatabase(urls.server, "delete from audit_entry")).rejects.toThrow(
    "permission denied",
  );
  await postgres.stop();
}, 240_000);

test("a role with another password or with superuser rights is repaired at the next start", async () => {
  const first = await start();
  await queryDatabase(first.urls.server, "alter role current_user password 'stolen'");
  await queryDatabase(first.urls.admin, `alter role ${roleNames.server} superuser`);
  await first.stop();

  const postgres = await start();
  const { urls } = postgres;

  expect(
    await queryDatabase(urls.server, "select rolsuper from pg_roles where rolname = current_user"),
  ).toEqual([{ rolsuper: false }]);
  await postgres.stop();
}, 240_000);
