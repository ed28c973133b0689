import { spawn } from "node:child_process";
import { once } from "node:events";

import type { Binaries } from "./postgres-cluster.ts";
import {
  environment,
  PostgresStartError,
  spawnIds,
  USER_NAME,
  type EmbeddedPostgresOptions,
} from "./postgres-options.ts";
import { wrapCommand, type PostgresUser } from "./postgres-user.ts";

const RESET_TIMEOUT_MS = 60_000;

/**
 * Gives the cluster the password of the options without knowing the old one: whoever may run
 * PostgreSQL on its own folder needs none. Nobody else may have the cluster open. Throws
 * `PostgresStartError`.
 */
export async function resetPostgresPassword(
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
    // It ended before it read: its exit tells.
  });
  // Standard input, as everybody sees a process's arguments.
  child.stdin.end(`alter user ${USER_NAME} password '${quoted(options.password)}'\n`);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) {
    throw new PostgresStartError(`The database in ${options.dir} took no new password.`);
  }
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
