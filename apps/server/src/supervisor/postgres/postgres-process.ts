import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import pg from "pg";

import { hasCode } from "@linedesk/base";
import { readProgress } from "../hangs/read-thread.ts";
import { StartBudget } from "../hangs/start-budget.ts";
import {
  type Binaries,
  buildAdminUrl,
  buildDatabaseUrl,
  environment,
  spawnIds,
  PostgresStartError,
  STOP_TIMEOUT_MS,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./postgres-options.ts";
import { wrapCommand, type PostgresUser } from "./postgres-user.ts";
import { postmasterPid } from "./postmaster.ts";

/** The time for a start in which PostgreSQL neither works nor waits for a processor. */
const START_ALLOWANCE_MS = 30_000;

/**
 * Runs PostgreSQL and ends it when standard input closes. This happens whenever this process ends,
 * for any reason. PostgreSQL itself does not notice the end of its parent.
 */
const KEEPER = `
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

export async function launchPostgresProcess(
  { postgres }: Binaries,
  user: PostgresUser,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const settings = serverSettings(options).flatMap((entry) => ["-c", entry]);
  const server = [postgres, "-D", options.dir, "-p", String(options.port), ...settings];
  const [command = "sh", ...args] = wrapCommand(user, ["sh", "-c", KEEPER, "keeper", ...server]);
  const child = spawn(command, args, {
    ...spawnIds(user),
    env: environment,
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    // Only the supervisor may receive Ctrl+C of a terminal, because PostgreSQL must end last.
    detached: true,
  });
  const lastLines = collectLog(child, options.onLog);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const stop = stopper(child, ended);
  try {
    const pid = await waitUntilReady(options, ended, createStartBudget(child));
    const kill = () => killGroup(child, "SIGKILL");
    const urls = {
      admin: buildDatabaseUrl(options, "admin"),
      owner: buildDatabaseUrl(options, "owner"),
      server: buildDatabaseUrl(options, "server"),
    };
    return { urls, pid, ended, stop, kill };
  } catch (error) {
    await stop();
    const reason = error instanceof PostgresStartError ? error.message : findReason(lastLines());
    throw new PostgresStartError(`PostgreSQL did not start: ${reason}`, { cause: error });
  }
}

function serverSettings(options: EmbeddedPostgresOptions): string[] {
  return [
    "listen_addresses=127.0.0.1",
    // A socket's path has at most 107 characters, and the path of the data folder may be longer.
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
    "logging_collector=off",
    ...(options.disposable === true
      ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB"]
      : []),
  ];
}

const MAX_LINES = 20;

function collectLog(child: ChildProcess, onLog: (text: string) => void): () => string[] {
  let lines: string[] = [];
  child.stderr?.setEncoding("utf8");
  child.stderr?.on("data", (text: string) => {
    onLog(text);
    lines = [...lines, ...text.trimEnd().split("\n")].slice(-MAX_LINES);
  });
  // The keeper has already ended, so there is no reader.
  child.stdin?.on("error", () => undefined);
  return () => lines;
}

function findReason(lines: string[]): string {
  const reason = lines.find((line) => /FATAL|could not|error while loading/.test(line));
  return reason?.replace(/^.*?(FATAL|LOG|ERROR):\s*/, "") ?? "it gave no reason.";
}

function stopper(child: ChildProcess, ended: Promise<void>) {
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    child.stdin?.end();
    const late = setTimeout(() => {
      killGroup(child, "SIGQUIT");
    }, STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(late);
  }
  return (): Promise<void> => (stopping ??= stop());
}

/** `detached` made the keeper the leader of a group, to which PostgreSQL's postmaster belongs. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) {
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process has just ended.
  }
}

function createStartBudget({ pid }: ChildProcess): StartBudget {
  return new StartBudget({
    allowanceMs: START_ALLOWANCE_MS,
    readProgress: () => readProgress(pid === undefined ? [] : [pid]),
    elapsedMs: () => performance.now(),
  });
}

async function waitUntilReady(
  options: EmbeddedPostgresOptions,
  ended: Promise<void>,
  budget: StartBudget,
): Promise<number> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    if (hasEnded) {
      throw new Error("PostgreSQL ended while it started");
    }
    const pid = await postmasterPid(options.dir);
    const answer = pid === null ? "none" : await askPostgres(options);
    if (answer === "wrong password") {
      throw new PostgresStartError(
        "the password in secrets.json is not the password of the database. Restore the file, or start once with " +
          '"npm start -- --reset-database-password".',
      );
    }
    if (pid !== null && answer === "ready") {
      return pid;
    }
    if (budget.checkSpent()) {
      throw new Error("PostgreSQL was not ready in time");
    }
    await wait(25);
  }
}

/** PostgreSQL's code for a wrong password. */
const WRONG_PASSWORD = "28P01";

async function askPostgres(
  options: EmbeddedPostgresOptions,
): Promise<"ready" | "none" | "wrong password"> {
  const client = new pg.Client({
    connectionString: buildAdminUrl(options),
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    // PostgreSQL is not ready; the caller tries again until its time is over.
    return hasCode(error, WRONG_PASSWORD) ? "wrong password" : "none";
  } finally {
    await client.end();
  }
}
