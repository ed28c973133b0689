import { sql } from "kysely";
import { expect, test } from "vitest";

import type { SchemaMigration } from "../apps/server/src/platform/db/migrations/schema-migration.ts";
import { findReleaseBreaches } from "./check-releases.ts";
import { sumMigrations } from "./schema/sum-migrations.ts";

function change(statement: string, more: Partial<SchemaMigration> = {}): SchemaMigration {
  return { up: async (db) => void (await sql.raw(statement).execute(db)), ...more };
}

const released = { "001-base": change("create table call (id uuid)"), "002-note": change("x") };
const last = {
  record: {
    version: "0.2.0",
    time: "2026-11-29T00:00:00Z",
    migrations: await sumMigrations(released),
    packages: {},
  },
  schema: new Map([
    ["table call", "plain"],
    ["column call.id", "uuid"],
    ["column call.note", "text"],
  ]),
};

/** Returns the breaches of a checkout with these migrations and without these objects. */
async function judge(
  migrations: Record<string, SchemaMigration>,
  without: readonly string[] = [],
): Promise<string[]> {
  const schema = new Map([...last.schema].filter(([object]) => !without.includes(object)));
  const releases = new Map([
    ["0.1.0", "001-base"],
    ["0.2.0", "002-note"],
  ]);
  const sums = await sumMigrations(migrations);
  return findReleaseBreaches(last, { migrations, sums, schema, releases }).map(
    ({ check, at, message }) => `${check} ${at.split("/").at(-1)}: ${message}`,
  );
}

test("[SR87] a migration of a release must not be changed or removed, except its comments and indents", async () => {
  const { "001-base": base } = released;

  expect(await judge(released)).toEqual([]);
  expect(await judge({ "001-base": base })).toEqual([
    "released-migration 002-note.ts: Release 0.2.0 contains this migration, but it is missing here. Restore it, and make the change in a new migration.",
  ]);
  expect(await judge({ ...released, "002-note": change("y") })).toEqual([
    "released-migration 002-note.ts: Release 0.2.0 contains this migration, but it has other statements here. Restore it, and make the change in a new migration.",
  ]);
  const formatted = change("create table call\n  (id uuid) -- The call.");
  expect(await judge({ ...released, "001-base": formatted })).toEqual([]);
});

test("[SR87] a new migration must sort after those of the release", async () => {
  expect(await judge({ ...released, "003-more": change("z") })).toEqual([]);
  expect(await judge({ ...released, "001-early": change("z") })).toEqual([
    "migration-order 001-early.ts: It sorts before 002-note, which release 0.2.0 has run. Give it a higher number.",
  ]);
});

test("a destructive change needs a contract that names it and a release that can still run", async () => {
  const gone = ["column call.note"];
  function contract(release: string, migration: string, removes = gone): SchemaMigration {
    return change("z", { contract: { oldest: { release, migration }, removes } });
  }

  expect(await judge({ ...released, "003-drop": change("z") }, gone)).toEqual([
    "destructive-migration migrations: The column call.note is gone or has another name, and release 0.2.0 could not run any more. Expand the schema now, and remove the old part a release later, in a migration with a contract.",
  ]);
  expect(await judge({ ...released, "003-drop": contract("0.2.0", "002-note") }, gone)).toEqual([]);
  expect(await judge({ ...released, "003-drop": contract("0.3.0", "003-drop") }, gone)).toEqual([
    "contract 003-drop.ts: `oldest` must name a release in `releases` and the newest migration of that release.",
  ]);
  const other = contract("0.1.0", "001-base", ["column call.remark", ...gone]);
  expect(await judge({ ...released, "003-drop": other }, gone)).toEqual([
    "contract 003-drop.ts: The contract removes column call.remark, which release 0.2.0 does not have.",
  ]);
});
