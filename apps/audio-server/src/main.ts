import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import { systemClock } from "@linedesk/base";
import { ConfigError, readConfig } from "./config/config.ts";
import { startDaemon } from "./daemon.ts";
import { listDevices } from "./list-devices.ts";
import { pairMachine } from "./pair-machine.ts";
import { LogFile, openLog } from "./server/log-file.ts";
import { notifySystemd, startWatchdog } from "./server/watchdog.ts";
import { CredentialsError } from "./station/credentials.ts";
import { StationApiError } from "./station/station-api.ts";

const SHUTDOWN_TIMEOUT_MS = 5_000;
const MAX_LOG_CHARS = 100_000;
/** systemd and `npm run audio-server` restart the process after this exit code. */
const RESTART_CODE = 75;

async function main(): Promise<void> {
  const [command, code] = process.argv.slice(2);
  if (command === "devices") {
    process.stdout.write(listDevices(code ?? null));
    return;
  }
  const config = readConfig(process.env);
  if (command === "pair" && code !== undefined) {
    const { id } = await pairMachine(config, code, readMachineId());
    process.stdout.write(
      `Paired as ${id}. Start the audio server now, or restart it if it runs.\n`,
    );
    return;
  }
  if (command !== undefined) {
    throw new ConfigError(
      "The audio server accepts no argument, or one of these: pair CODE, devices.",
    );
  }
  const logFile = new LogFile(join(config.data, "log"), systemClock);
  const log = openLog({ level: config.logLevel, format: config.logFormat }, logFile);
  const daemon = await startDaemon({
    config,
    clock: systemClock,
    log,
    machine: readMachineId(),
    readLog: () => logFile.readNewest(MAX_LOG_CHARS),
    restart: () => end(RESTART_CODE),
  });
  process.on("uncaughtException", (error) => daemon.faults.add("process", error));
  process.on("unhandledRejection", (error) => daemon.faults.add("process", error));
  const stopWatchdog = startWatchdog(process.env, systemClock, notifySystemd);
  function end(code: number): void {
    stopWatchdog();
    setTimeout(() => process.exit(code === 0 ? 1 : code), SHUTDOWN_TIMEOUT_MS).unref();
    void daemon.close().then(() => process.exit(code));
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => end(0));
  }
  // Node would end the process at SIGHUP without this handler.
  process.on("SIGHUP", () => log.info("audio server settings unchanged until a restart"));
  log.info({ page: daemon.pagePort, gpio: daemon.gpioPort }, "audio server started");
  process.send?.({ type: "ready", page: daemon.pagePort, gpio: daemon.gpioPort });
}

/**
 * Returns the id that systemd made at this machine's first start, or the host name if there is no
 * such id.
 */
function readMachineId(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim();
  } catch {
    // Containers have no such file.
    return hostname();
  }
}

const operatorErrors = [ConfigError, CredentialsError, StationApiError];

/** A failure to listen has no stack trace, because the person who starts the program can fix it. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ("syscall" in error && error.syscall === "listen") {
    const hint = "If another program uses the port, stop it.";
    return `The audio server cannot listen: ${error.message}. ${hint}`;
  }
  const isPlain = operatorErrors.some((kind) => error instanceof kind);
  return isPlain ? error.message : (error.stack ?? error.message);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
});
