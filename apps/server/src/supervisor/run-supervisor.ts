import { addTime } from "./add-time.ts";
import { readScope } from "./scope.ts";
import type { SupervisorOptions } from "./station-processes.ts";
import { startSupervisor, type Supervisor } from "./supervisor.ts";

function isForPeople(error: unknown): error is Error {
  return error instanceof Error && "code" in error && !(error instanceof TypeError);
}

/**
 * Runs the station until a signal ends it; the exit code reports the result. Returns the supervisor
 * as soon as the station is up.
 */
export function runSupervisor(programs: SupervisorOptions["programs"]): Promise<Supervisor> {
  const ending = new AbortController();
  function say(text: string): void {
    console.log(addTime(text, new Date()));
  }
  const resetDatabasePassword = process.argv.includes("--reset-database-password");
  async function start(): Promise<Supervisor> {
    const scope = readScope(process.argv.slice(2));
    const options = { env: process.env, programs, scope, print: say, resetDatabasePassword };
    return startSupervisor(options, ending.signal);
  }
  const running = start();
  async function stop(): Promise<void> {
    ending.abort();
    const supervisor = await running;
    await supervisor.close();
  }
  function onSignal(): void {
    stop().then(
      () => process.exit(0),
      // The start failed or was aborted; a failure is reported below.
      () => process.exit(1),
    );
  }
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  // A closed terminal sends SIGHUP too. It must not end calls, and its output has no reader then.
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
    console.error(isForPeople(error) ? addTime(error.message, new Date()) : error);
    process.exit(1);
  });
  return running;
}
