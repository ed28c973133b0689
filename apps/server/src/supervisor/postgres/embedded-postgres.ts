import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import pg from "pg";

import {
  type Binaries,
  findBinaries,
  initialisePostgresCluster,
  isInitialised,
} from "./postgres-cluster.ts";
import {
  buildDatabaseUrl,
  DATABASE_NAME,
  type EmbeddedPostgresOptions,
  environment,
  PostgresStartError,
  spawnIds,
  USER_NAME,
} from "./postgres-options.ts";
import { launchPostgresProcess } from "./postgres-process.ts";
import { choosePostgresUser, type PostgresUser, wrapCommand } from "./postgres-user.ts";
import { stopOrphanedPostgres } from "./postmaster.ts";

/**
 * Starts PostgreSQL as a child process on loopback only, and creates the cluster and the database
 * when they are missing. It removes nothing that exists. The child process ends when this process
 * ends, for any reason. A PostgreSQL that still runs on the same folder must end first, and this
 * function ends it. Throws `PostgresStartError` or `PostgresUserError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const binaries = await findBinaries();
  await mkdir(dirname(options.dir), { recursive: true });
  const user = await choosePostgresUser([binaries.postgres, dirname(options.dir)]);
  await stopOrphanedPostgres(options.dir);
  if (!(await isInitialised(options.dir))) {
    await initialisePostgresCluster(binaries, user, options);
  } else if (options.resetPassword === true) {
    await resetPostgresPassword(binaries, user, options);
  }
  const server = await launchPostgresProcess(binaries, user, options);
  await makeDatabase(options);
  return server;
}

async function makeDatabase(options: EmbeddedPostgresOptions): Promise<void> {
  const client = new pg.Client({ connectionString: buildDatabaseUrl(options, "postgres") });
  await client.connect();
  try {
    const known = await client.query("select 1 from pg_database where datname = $1", [
      DATABASE_NAME,
    ]);
    if (known.rowCount === 0) {
      await client.query(`create database ${DATABASE_NAME}`);
    }
  } finally {
    await client.end();
  }
}

const RESET_TIMEOUT_MS = 60_000;

/**
 * Gives the cluster the password in the options. The old password is not needed, because the owner
 * of the folder needs none. No other process may have the cluster open. Throws
 * `PostgresStartError`.
 */
async function resetPostgresPassword(
  { postgres }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<void> {
  const single = [postgres, "--single", "-D", options.dir, "-c", "exit_on_error=on", "postgres"];
  const [command = postgres, ...args] = wrapCommand(user, single);
  const child = spawn(command, args, {
    ...spawnIds(user),
    env: environment,
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    timeout: RESET_TIMEOUT_MS,
  });
  child.stderr.setEncoding("utf8").on("data", options.onLog);
  child.stdin.on("error", () => {
    // The process ended before it read its input. The check of the exit code reports this.
  });
  // The password is sent on standard input, because every user can see the arguments of a process.
  child.stdin.end(`alter user ${USER_NAME} password '${quoted(options.password)}'\n`);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    throw new PostgresStartError(`The database in ${options.dir} did not accept the new password.`);
  }
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
