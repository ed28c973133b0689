import { joinLines } from "@linedesk/base";
import { readLogOutput } from "../config/log-output.ts";
import { formatNotice } from "./format-notice.ts";
import { LineForwarder } from "./line-forwarder.ts";
import { readScope } from "./scope.ts";
import type { SupervisorOptions } from "./station-processes.ts";
import { startSupervisor, type Supervisor } from "./supervisor.ts";

/** A station that ends waits at most this long until the journal has its last lines. */
const FLUSH_MS = 1_000;

function isForPeople(error: unknown): error is Error {
  return error instanceof Error && "code" in error && !(error instanceof TypeError);
}

/**
 * An error that a person can repair is printed as a sentence, and any other error with its stack.
 */
function describeStartError(error: unknown): string {
  if (isForPeople(error)) {
    return error.message;
  }
  return joinLines(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/**
 * Runs the station until a signal ends it; after SIGUSR2 the next start continues the calls of the
 * exchange. The exit code reports the result. Returns the supervisor as soon as the station is up.
 */
export function runSupervisor(programs: SupervisorOptions["programs"]): Promise<Supervisor> {
  const ending = new AbortController();
  const { format, usesStdout } = readLogOutput(process.env);
  const forwarder = usesStdout ? new LineForwarder(format ?? "json") : null;
  function say(text: string): void {
    const line = formatNotice(text, { now: new Date(), format });
    if (forwarder === null) {
      process.stdout.write(line);
    } else {
      forwarder.write(line);
    }
  }
  const resetDatabasePassword = process.argv.includes("--reset-database-password");
  async function start(): Promise<Supervisor> {
    const scope = readScope(process.argv.slice(2));
    const forward = forwarder === null ? undefined : (line: string) => forwarder.write(line);
    const options = { env: process.env, programs, scope, print: say, forward };
    return startSupervisor({ ...options, resetDatabasePassword }, ending.signal);
  }
  const running = start();
  async function stop(leavesCalls: boolean): Promise<void> {
    ending.abort();
    const supervisor = await running;
    await supervisor.close({ leavesCalls });
    await forwarder?.flush(FLUSH_MS);
  }
  function onSignal(signal: NodeJS.Signals): void {
    stop(signal === "SIGUSR2").then(
      () => process.exit(0),
      // The start failed or was aborted; a failure is reported below.
      () => process.exit(1),
    );
  }
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  process.once("SIGUSR2", onSignal);
  // A closed terminal sends SIGHUP too, and this must not end calls. The output of the station has
  // no reader then.
  process.on("SIGHUP", () => {
    running.then(
      (supervisor) => supervisor.reload(),
      // A failed start is reported below.
      () => undefined,
    );
  });
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  running.catch((error: unknown) => {
    if (ending.signal.aborted) {
      return;
    }
    const options = { now: new Date(), format, level: "error" } as const;
    process.stderr.write(formatNotice(describeStartError(error), options));
    process.exit(1);
  });
  return running;
}
