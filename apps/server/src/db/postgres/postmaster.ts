import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PostgresStartError, stopTimeoutMs } from "./postgres-options.ts";

/** The id that the newest PostgreSQL of this folder has written down. */
export const postmasterPid = async (dir: string): Promise<number | null> => {
  try {
    const [line = ""] = (await readFile(join(dir, "postmaster.pid"), "utf8")).split("\n");
    const pid = Number.parseInt(line, 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
};

/** Whether the process is a PostgreSQL on this very folder, and not a stranger with its old id. */
const isPostgresOf = async (pid: number, dir: string): Promise<boolean> => {
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
    return command.some((part) => part.endsWith("postgres")) && command.includes(dir);
  } catch {
    // No such process any more.
    return false;
  }
};

/**
 * Ends a PostgreSQL that outlived its supervisor; its own recovery makes the data whole. A stale
 * pid file would make PostgreSQL refuse to start when a stranger has the id now.
 */
export const endLeftOver = async (dir: string): Promise<void> => {
  const pid = await postmasterPid(dir);
  if (pid === null) return;
  const until = Date.now() + stopTimeoutMs;
  while (await isPostgresOf(pid, dir)) {
    process.kill(pid, Date.now() > until ? "SIGQUIT" : "SIGINT");
    if (Date.now() > 2 * stopTimeoutMs + until) {
      throw new PostgresStartError(`Another PostgreSQL (process ${pid}) holds ${dir}.`);
    }
    await wait(50);
  }
  await rm(join(dir, "postmaster.pid"), { force: true });
};
