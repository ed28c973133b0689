import { readFileSync } from "node:fs";
import { hostname } from "node:os";

import { destination, pino } from "pino";

import { systemClock } from "@linedesk/base";
import { ConfigError, readConfig } from "./config/config.ts";
import { startDaemon } from "./daemon.ts";
import { notifySystemd, startWatchdog } from "./server/watchdog.ts";
import { CredentialsError } from "./station/credentials.ts";
import { StationApiError } from "./station/station-api.ts";

/** Ending takes longer than this only when something hangs. */
const SHUTDOWN_TIMEOUT_MS = 5_000;
const STANDARD_OUTPUT = 1;

/** `npm run audio-server`, and with `pair CODE` the first time. */
async function main(): Promise<void> {
  const [command, code] = process.argv.slice(2);
  const pairing =
    command === "pair" && code !== undefined ? { AUDIO_SERVER_PAIRING_CODE: code } : {};
  const config = readConfig({ ...process.env, ...pairing });
  const log = pino(
    {
      name: "audio-server",
      level: config.logLevel,
      redact: { paths: ["pii", "*.pii"], remove: true },
    },
    destination({ dest: STANDARD_OUTPUT, sync: true }),
  );
  const daemon = await startDaemon({ config, clock: systemClock, log, machine: readMachineId() });
  process.on("uncaughtException", (error) => daemon.faults.add("process", error));
  process.on("unhandledRejection", (error) => daemon.faults.add("process", error));
  const stopWatchdog = startWatchdog(process.env, systemClock, notifySystemd);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      stopWatchdog();
      setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
      void daemon.close().then(() => process.exit(0));
    });
  }
  log.info({ page: daemon.pagePort, gpio: daemon.gpioPort }, "the audio server is running");
  process.send?.({ type: "ready", page: daemon.pagePort, gpio: daemon.gpioPort });
}

/** What systemd made at the first start of this machine; its name where there is none. */
function readMachineId(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim();
  } catch {
    // Containers have none.
    return hostname();
  }
}

/** Their messages say all that there is to say. */
const operatorErrors = [ConfigError, CredentialsError, StationApiError];

main().catch((error: unknown) => {
  const isPlain = operatorErrors.some((kind) => error instanceof kind);
  const text = error instanceof Error ? (isPlain ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
