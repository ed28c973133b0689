import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { loadSecrets } from "../../src/config/secrets.ts";
import { startEmbeddedPostgres } from "../../src/supervisor/postgres/embedded-postgres.ts";
import { startSupervisor } from "../../src/supervisor/supervisor.ts";
import { queryDatabase } from "../support/query-database.ts";

async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "linedesk-kept-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function startDatabase(dataDir: string, { password = "first", resetPassword = false } = {}) {
  const passwords = { admin: password, owner: password, server: password };
  const server = await startEmbeddedPostgres({
    dir: join(dataDir, "postgres"),
    port: await findFreePort(),
    passwords,
    resetPassword,
    onLog: () => undefined,
    disposable: true,
  });
  onTestFinished(() => server.stop());
  return server;
}

function start(dataDir: string, options: { resetDatabasePassword?: boolean } = {}) {
  const env = { LINEDESK_DATA: dataDir, PORT: "0", SIP_PORT: "0", EXCHANGE_PORT: "0" };
  const programs = { exchange: ["-e", "process.exit(3)"], server: ["-e", "process.exit(3)"] };
  return startSupervisor(
    { env, programs, print: () => undefined, ...options },
    new AbortController().signal,
  );
}

test("[SR4] a database folder without the product's mark stops the start with an error, and nothing is removed", async () => {
  const dataDir = await aDataFolder();
  const folder = join(dataDir, "postgres");
  await mkdir(join(folder, "base"), { recursive: true });
  await writeFile(join(folder, "base", "1"), "a year of calls");

  await expect(start(dataDir)).rejects.toThrow(
    `${folder} contains files, but not linedesk-initialised, which marks a complete Linedesk database`,
  );

  expect(await readFile(join(folder, "base", "1"), "utf8")).toBe("a year of calls");
  expect(await readdir(folder)).toEqual(["base"]);
});

test("[SR4] a database is created beside its folder and moved there as a whole, even after an interrupted creation", async () => {
  const dataDir = await aDataFolder();
  // The remains of a start that was killed halfway.
  await mkdir(join(dataDir, "postgres.making-1"), { recursive: true });
  await writeFile(join(dataDir, "postgres.making-1", "PG_VERSION"), "17");
  // An empty folder from an administrator contains no data.
  await mkdir(join(dataDir, "postgres"));

  const { urls } = await startDatabase(dataDir);

  expect(await queryDatabase(urls.server, "select 1 as one")).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).toSorted()).toEqual(["postgres", "postgres.making-1"]);
});

test("[SR70] a database of another major version of PostgreSQL stops the start with the steps to upgrade it, and nothing changes", async () => {
  const dataDir = await aDataFolder();
  await (await startDatabase(dataDir)).stop();
  const file = join(dataDir, "postgres", "PG_VERSION");
  const own = (await readFile(file, "utf8")).trim();
  await writeFile(file, "14\n");

  await expect(startDatabase(dataDir)).rejects.toThrow(
    new RegExp(
      `was made by PostgreSQL 14, and this version of Linedesk brings PostgreSQL ${own}, .*Nothing was changed\\..*"linedesk backup DIR".*"linedesk restore FILE"`,
    ),
  );

  expect(await readFile(file, "utf8")).toBe("14\n");
  await writeFile(file, `${own}\n`);
  const { urls } = await startDatabase(dataDir);
  expect(await queryDatabase(urls.server, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("[XR261] lost secrets stop the start with the repair command, which keeps the data", async () => {
  const dataDir = await aDataFolder();
  const { databasePassword } = await loadSecrets(dataDir);
  const first = await startDatabase(dataDir, { password: databasePassword });
  await queryDatabase(
    first.urls.owner,
    "create schema other create table kept (n int); insert into other.kept values (7)",
  );
  await first.stop();
  await rm(join(dataDir, "secrets.json"));

  await expect(start(dataDir)).rejects.toThrow(
    `${join(dataDir, "secrets.json")} is missing, but its database exists. Restore the file, or ` +
      'start once with "npm start -- --reset-database-password"',
  );
  expect(await readdir(dataDir)).not.toContain("secrets.json");

  // This is the repair that the error names. The exchange and the server cannot start in this test.
  await expect(start(dataDir, { resetDatabasePassword: true })).rejects.toThrow(
    /The (?:exchange|server) could not be started/,
  );
  const made = await loadSecrets(dataDir);
  expect(made.databasePassword).not.toBe(databasePassword);
  const second = await startDatabase(dataDir, { password: made.databasePassword });
  expect(await queryDatabase(second.urls.owner, "select n from other.kept")).toEqual([{ n: 7 }]);
});

test("[XR261] secrets of another database are reported, with the repair command", async () => {
  const dataDir = await aDataFolder();
  await (await startDatabase(dataDir, { password: "first" })).stop();

  await expect(startDatabase(dataDir, { password: "another" })).rejects.toThrow(
    "the password in secrets.json is not the password of the database",
  );

  const again = await startDatabase(dataDir, { password: "another", resetPassword: true });
  expect(await queryDatabase(again.urls.server, "select 1 as one")).toEqual([{ one: 1 }]);
});
