import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { moveDatabase } from "../../src/backup/move-database.ts";
import { openBackup } from "../../src/backup/open-backup.ts";
import { restoreBackup } from "../../src/backup/restore-backup.ts";
import { writeBackup } from "../../src/backup/write-backup.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { aPerson, aStation } from "../support/people.ts";
import { queryDatabase } from "../support/query-database.ts";
import { readEveryRow } from "../support/read-every-row.ts";

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

test("[SR43] [SR45] an external database is backed up and restored with every row, even with unusual characters, but without the rows of running servers", async () => {
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
  const before = await readEveryRow(source.ownerUrl);
  await queryDatabase(
    source.ownerUrl,
    `insert into server_instance (id, name, version, internal_url, secrets, started_at, expires_at)
       values (gen_random_uuid(), 'old', '1', 'http://127.0.0.1:1', '{}', now(), now() + interval '1 day');
     insert into leader_lease values ('telephony', gen_random_uuid(), now() + interval '1 day')`,
  );
  const { path, hasSecrets } = await backUp(source.ownerUrl, folder);

  const target = await aDatabase({ template: false });
  await restore(path, target.ownerUrl, join(folder, "restored"));

  expect(await readEveryRow(target.ownerUrl)).toEqual(before);
  expect(before["caller"]).toHaveLength(3);
  expect(hasSecrets).toBe(false);
  await expect(
    queryDatabase(target.ownerUrl, "delete from station where false; truncate audit_entry"),
  ).rejects.toThrow("audit_entry");
});

test("[SR45] a database with the data of a station is refused, and stays unchanged", async () => {
  const source = await aDatabase();
  await aStation(source.db);
  const folder = await aFolder();
  const { path } = await backUp(source.ownerUrl, folder);
  const before = await readEveryRow(source.ownerUrl);

  await expect(restore(path, source.ownerUrl, join(folder, "restored"))).rejects.toThrow(
    "The database already has the data of a station. Restore into an empty one.",
  );

  expect(await readEveryRow(source.ownerUrl)).toEqual(before);
});

function move(sourceUrl: string, targetUrl: string) {
  return moveDatabase({ sourceUrl, targetUrl, onProgress: () => undefined });
}

test("[SR69] a move copies every row of a database to an empty one, and does not change the old one", async () => {
  const [source, target] = [await aDatabase(), await aDatabase({ template: false })];
  const station = await aStation(source.db);
  const words = 'a\ttab, a \\ backslash, \\N, "quotes", ü and 🎙';
  await queryDatabase(
    source.ownerUrl,
    "insert into caller (id, station_id, name, created_at) values ($1, $2, $3, now())",
    [uuidV7(), station, words],
  );
  const before = await readEveryRow(source.ownerUrl);

  const moved = await move(source.ownerUrl, target.ownerUrl);

  expect(await readEveryRow(target.ownerUrl)).toEqual(before);
  expect(await readEveryRow(source.ownerUrl)).toEqual(before);
  expect(moved.rows).toBeGreaterThanOrEqual(2);
});

test("[SR69] a move refuses a database that has the data of a station or of another program, or another encoding", async () => {
  const [source, used] = [await aDatabase(), await aDatabase()];
  await aStation(source.db);
  await aStation(used.db);
  const before = await readEveryRow(used.ownerUrl);
  await expect(move(source.ownerUrl, used.ownerUrl)).rejects.toThrow(
    "The new database already has the data of a station.",
  );
  expect(await readEveryRow(used.ownerUrl)).toEqual(before);

  const foreign = await aDatabase({ template: false });
  await queryDatabase(foreign.ownerUrl, "create table invoice (id int)");
  await expect(move(source.ownerUrl, foreign.ownerUrl)).rejects.toThrow(
    "The database has no record of migrations and is not empty: table invoice is unknown.",
  );

  const latin = await aDatabase({ template: false, encoding: "LATIN1" });
  await expect(move(source.ownerUrl, latin.ownerUrl)).rejects.toThrow(
    "The new database has the encoding LATIN1.",
  );
});
