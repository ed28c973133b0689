import { sql } from "kysely";
import { expect, test } from "vitest";

import { openDatabase } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { migrations } from "../../src/platform/db/migrations/index.ts";
import { createTestDatabase, openTestDatabase } from "../support/database.ts";

const database = await openTestDatabase();

test("servers that start at the same time on an empty database run each migration once", async () => {
  const empty = await createTestDatabase({ template: false });
  const servers = Array.from({ length: 4 }, () =>
    openDatabase({ url: empty.url, poolSize: 4, onError: () => undefined }),
  );

  const ran = await Promise.all(servers.map((server) => migrate(server)));

  expect(ran.flat().toSorted()).toEqual(Object.keys(migrations).toSorted());
  await Promise.all(servers.map((server) => server.destroy()));
  await empty.close();
});

test("no migration can be reverted", () => {
  expect(Object.values(migrations).filter((migration) => "down" in migration)).toEqual([]);
});

test("`migrate` runs nothing in a database that it has migrated before", async () => {
  expect(await migrate(database.db)).toEqual([]);
});

test("[DA1] every column with a time has a time zone", async () => {
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp without time zone'
  `.execute(database.db);

  expect(rows).toEqual([]);
});
