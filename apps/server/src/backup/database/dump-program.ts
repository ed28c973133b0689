import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { environment } from "../../supervisor/postgres/postgres-options.ts";
import { BackupError } from "../archive/backup-error.ts";
import { PRESENT_TABLES } from "./outline-store.ts";

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 10_000;

export type DumpProgram = "pg_dump" | "pg_restore";

/**
 * Returns the path of a PostgreSQL program that has the server's major version: Debian's program
 * for that version, otherwise the program in PATH. Returns `null` when neither has this version.
 */
export async function findDumpProgram(name: DumpProgram, major: number): Promise<string | null> {
  for (const path of [`/usr/lib/postgresql/${major}/bin/${name}`, name]) {
    if ((await readMajor(path)) === major) {
      return path;
    }
  }
  return null;
}

async function readMajor(path: string): Promise<number | null> {
  try {
    const { stdout } = await run(path, ["--version"], { timeout: VERSION_TIMEOUT_MS });
    const [, major = ""] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
    return Number.parseInt(major, 10);
  } catch {
    // The program is not installed.
    return null;
  }
}

interface DumpOptions {
  program: string;
  databaseUrl: string;
  snapshot: string;
}

/** Runs pg_dump on the snapshot and yields the dump. Throws `BackupError` when it fails. */
export async function* dumpDatabase({ program, databaseUrl, snapshot }: DumpOptions) {
  const child = spawn(
    program,
    [
      "--format=custom",
      // The archive is compressed as a whole.
      "--compress=0",
      "--no-owner",
      "--no-privileges",
      "--exclude-schema=pgboss",
      ...PRESENT_TABLES.map((table) => `--exclude-table-data=${table}`),
      `--snapshot=${snapshot}`,
    ],
    { env: libpqEnvironment(databaseUrl), stdio: ["ignore", "pipe", "pipe"] },
  );
  const words = collectWords(child.stderr);
  const ended = once(child, "close");
  ended.catch(() => undefined);
  let isWhole = false;
  try {
    for await (const chunk of child.stdout) {
      yield chunk as Buffer;
    }
    isWhole = true;
  } finally {
    // After the last byte, pg_dump still has to end its transaction, so a complete dump is not
    // killed.
    if (!isWhole) {
      child.kill();
    }
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) {
    throw new BackupError(`pg_dump failed: ${words()}`);
  }
}

/** Runs pg_restore with the dump in one transaction. Throws `BackupError` when it fails. */
export async function restoreDump(
  { program, databaseUrl }: Omit<DumpOptions, "snapshot">,
  dump: AsyncIterable<Buffer>,
): Promise<void> {
  const env = libpqEnvironment(databaseUrl);
  const flags = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
  const child = spawn(program, [...flags, `--dbname=${env["PGDATABASE"] ?? ""}`], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const words = collectWords(child.stderr);
  const ended = once(child, "close");
  ended.catch(() => undefined);
  try {
    await pipeline(dump, child.stdin);
  } catch (error) {
    child.kill();
    await ended;
    throw words() === "" ? error : new BackupError(`pg_restore failed: ${words()}`);
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) {
    throw new BackupError(`pg_restore failed: ${words()}`);
  }
}

function collectWords(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text = (text + part).slice(-2_000);
  });
  return () => text.trim();
}

/** Other users can see the arguments of a process, so the password is in its environment. */
function libpqEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  const given = {
    PGHOST: url.searchParams.get("host") ?? decodeURIComponent(url.hostname),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get("sslmode") ?? "",
    PGSSLROOTCERT: url.searchParams.get("sslrootcert") ?? "",
  };
  const set = Object.entries(given).filter(([, value]) => value !== "");
  return { ...environment, ...Object.fromEntries(set) };
}
