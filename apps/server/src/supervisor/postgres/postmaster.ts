import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { hasCode } from "@linedesk/base";
import { PostgresStartError, STOP_TIMEOUT_MS } from "./postgres-options.ts";

export async function postmasterPid(dir: string): Promise<number | null> {
  try {
    const [line = ""] = (await readFile(join(dir, "postmaster.pid"), "utf8")).split("\n");
    const pid = Number.parseInt(line, 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw error;
  }
}

/**
 * Returns true for a PostgreSQL on this folder, and false for another process that has its old id.
 */
async function isPostgresOf(pid: number, dir: string): Promise<boolean> {
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
    return command.some((part) => part.endsWith("postgres")) && command.includes(dir);
  } catch {
    return false;
  }
}

/**
 * Ends a PostgreSQL that outlived its supervisor; its own recovery repairs the data. Removes an old
 * pid file, because PostgreSQL does not start when another process now has the id in this file.
 */
export async function stopOrphanedPostgres(dir: string): Promise<void> {
  const pid = await postmasterPid(dir);
  if (pid === null) {
    return;
  }
  const until = performance.now() + STOP_TIMEOUT_MS;
  while (await isPostgresOf(pid, dir)) {
    process.kill(pid, performance.now() > until ? "SIGQUIT" : "SIGINT");
    if (performance.now() > 2 * STOP_TIMEOUT_MS + until) {
      throw new PostgresStartError(`Another PostgreSQL (process ${pid}) uses ${dir}.`);
    }
    await wait(50);
  }
  await rm(join(dir, "postmaster.pid"), { force: true });
}
