import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { openBackup } from "../../src/backup/open-backup.ts";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { writeBackup } from "../../src/backup/write-backup.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aPerson, aStation } from "../support/people.ts";
import { queryDatabase } from "../support/query-database.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-own-database-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aDatabase(options = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

async function backUp(databaseUrl: string, folder: string) {
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, "secrets.json"), "{}");
  return writeBackup({
    dataDir,
    databaseUrl,
    isEmbedded: false,
    dir: folder,
    version: "1.2.3",
    publicKey: null,
    settings: {},
    at: new Date(),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
}

async function restore(path: string, url: string, dataDir: string) {
  const backup = await openBackup(path, { privateKey: null, withoutSecrets: false });
  try {
    await mkdir(dataDir, { recursive: true });
    return await restoreBackup(backup, {
      dataDir,
      openDatabaseUrl: async () => ({ url, stop: async () => undefined }),
      erasures: [],
      onProgress: () => undefined,
    });
  } finally {
    await backup.file.close();
  }
}

/** Returns every row of every table, as JSON in the order of its text. */
async function readEverything(url: string): Promise<Record<string, unknown[]>> {
  const tables = await queryDatabase<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const where = name === "kysely_migration" ? "t.name" : "to_jsonb(t)::text";
    found[name] = await queryDatabase(url, `select ${where} as row from "${name}" t order by 1`);
  }
  return found;
}

test("[SR43] [SR45] a database of the station's own is backed up and restored with every row, also those with unusual characters", async () => {
  const source = await aDatabase();
  const alice = await aPerson(source.db, "Alice");
  const station = await aStation(source.db, [[alice, "owner"]]);
  const words = 'a\ttab, a\nline, a \\ backslash, \\N, "quotes", ü and 🎙';
  for (const name of [words, "\\.", ""]) {
    await queryDatabase(
      source.ownerUrl,
      "insert into caller (id, station_id, name, created_at) values ($1, $2, $3, now())",
      [uuidV7(), station, name],
    );
  }
  const folder = await aFolder();
  const { path, hasSecrets } = await backUp(source.ownerUrl, folder);
  const before = await readEverything(source.ownerUrl);

  const target = await aDatabase({ template: false });
  await restore(path, target.ownerUrl, join(folder, "restored"));

  expect(await readEverything(target.ownerUrl)).toEqual(before);
  expect(before["caller"]).toHaveLength(3);
  expect(hasSecrets).toBe(false);
  await expect(
    queryDatabase(target.ownerUrl, "delete from station where false; truncate audit_entry"),
  ).rejects.toThrow("audit_entry");
});

test("[SR45] a database with the data of a station is refused, and stays as it is", async () => {
  const source = await aDatabase();
  await aStation(source.db);
  const folder = await aFolder();
  const { path } = await backUp(source.ownerUrl, folder);
  const before = await readEverything(source.ownerUrl);

  await expect(restore(path, source.ownerUrl, join(folder, "restored"))).rejects.toThrow(
    "The database already has the data of a station. Restore into an empty one.",
  );

  expect(await readEverything(source.ownerUrl)).toEqual(before);
});
