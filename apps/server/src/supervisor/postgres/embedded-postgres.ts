import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { arrangeRoles } from "./arrange-roles-store.ts";
import {
  findBinaries,
  initialisePostgresCluster,
  isInitialised,
  requireSameMajor,
} from "./postgres-cluster.ts";
import {
  type Binaries,
  type EmbeddedPostgresOptions,
  environment,
  PostgresStartError,
  roleNames,
  spawnIds,
} from "./postgres-options.ts";
import { launchPostgresProcess } from "./postgres-process.ts";
import { choosePostgresUser, type PostgresUser, wrapCommand } from "./postgres-user.ts";
import { stopOrphanedPostgres } from "./postmaster.ts";

/**
 * Starts PostgreSQL as a child process on loopback only, and creates the cluster, the roles and the
 * database when they are missing. It removes nothing that exists. The child process ends when this
 * process ends, for any reason. A PostgreSQL that still runs on the same folder must end first, and
 * this function ends it. Throws `PostgresStartError` or `PostgresUserError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const binaries = options.binaries ?? (await findBinaries());
  await mkdir(dirname(options.dir), { recursive: true });
  const user = await choosePostgresUser([binaries.postgres, dirname(options.dir)]);
  await stopOrphanedPostgres(options.dir);
  if (!(await isInitialised(options.dir))) {
    await initialisePostgresCluster(binaries, user, options);
  } else {
    await requireSameMajor(binaries, options.dir);
    if (options.resetPassword === true) {
      await resetPostgresPassword(binaries, user, options);
    }
  }
  const server = await launchPostgresProcess(binaries, user, options);
  try {
    await arrangeRoles(options);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

const RESET_TIMEOUT_MS = 60_000;

/**
 * Gives the cluster the password in the options. The old password is not needed, because the
 * single-user mode of PostgreSQL requires none. No other process may have the cluster open. Throws
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
  child.stdin.end(`alter user ${roleNames.admin} password '${quoted(options.passwords.admin)}'\n`);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    throw new PostgresStartError(`The database in ${options.dir} did not accept the new password.`);
  }
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
