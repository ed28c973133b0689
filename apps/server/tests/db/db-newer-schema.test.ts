import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { migrate } from "../../src/platform/db/migrate.ts";
import { migrations } from "../../src/platform/db/migrations/index.ts";
import type { SchemaMigration } from "../../src/platform/db/migrations/schema-migration.ts";
import { openTestDatabase } from "../support/database.ts";
import { readInstallation } from "../support/earlier-installations.ts";

// The role that owns the database runs the migrations.
const { ownerDb: db } = await openTestDatabase();
const [newest = ""] = Object.keys(migrations).toReversed();

/** Returns the migrations of a newer release: this version's and the given later ones. */
function newer(later: Record<string, SchemaMigration>): Record<string, SchemaMigration> {
  return { ...migrations, ...later };
}

const expand: SchemaMigration = {
  up: async (trx) => void (await sql`alter table station add column slogan text`.execute(trx)),
};

function contractAfter(migration: string): SchemaMigration {
  return {
    up: async (trx) => void (await sql`alter table station drop column slogan`.execute(trx)),
    contract: { oldest: { release: "0.9.0", migration }, removes: ["column station.slogan"] },
  };
}

test("[SR85] a version starts on the schema of a newer one, and changes nothing", async () => {
  await migrate(db, { migrations: newer({ "950-expand": expand }) });
  await sql`insert into kysely_migration values ('960-future', '')`.execute(db);
  const before = await readInstallation(db);

  expect(await migrate(db)).toEqual([]);

  expect(await readInstallation(db)).toEqual(before);
});

test("[SR85] the release before a migration that removes a column starts on the schema without this column", async () => {
  await migrate(db, { migrations: newer({ "940-contract": contractAfter(newest) }) });

  expect(await migrate(db)).toEqual([]);
});

test("[SR85] a version that is too old for the schema does not start, and the error names the oldest release that can", async () => {
  onTestFinished(async () => void (await sql`delete from schema_floor`.execute(db)));
  const later = newer({ "901-expand": expand, "902-contract": contractAfter("901-expand") });
  await migrate(db, { migrations: later });
  const before = await readInstallation(db);

  await expect(migrate(db)).rejects.toThrow(
    "The database needs Linedesk 0.9.0 or newer since its migration 902-contract. " +
      "Nothing was changed. Start the version that made this database, or restore a backup.",
  );

  expect(await readInstallation(db)).toEqual(before);
  expect(await migrate(db, { migrations: later })).toEqual([]);
});

test("[DA15] an unknown migration before the newest known one is refused", async () => {
  onTestFinished(
    async () => void (await sql`delete from kysely_migration where name = '003-other'`.execute(db)),
  );
  await sql`insert into kysely_migration values ('003-other', '')`.execute(db);

  await expect(migrate(db)).rejects.toThrow("does not know: 003-other. Nothing was changed.");
});
