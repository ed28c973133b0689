import type { Logger } from "pino";

import { StartError } from "@linedesk/base";
import { ConfigError } from "./config/config-error.ts";
import { StateFileError } from "./directory/state-file.ts";
import { RecordLogError } from "./storage/record-log.ts";

/** A shutdown that takes longer than this hangs, so the process exits. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
/**
 * One fault in a call must not end the other calls; many faults within a minute end the process.
 */
const MAX_CRASHES_PER_MINUTE = 20;

export function installCrashHandlers(logger: Logger): void {
  let faults: number[] = [];
  function onFault(error: unknown): void {
    logger.error({ err: error }, "process error uncaught");
    const now = performance.now();
    faults = [...faults.filter((at) => now - at < 60_000), now];
    if (faults.length <= MAX_CRASHES_PER_MINUTE) {
      return;
    }
    logger.fatal("process stopped after too many errors");
    process.exit(1);
  }
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
}

interface Signalled {
  close: () => Promise<void>;
  leave: () => Promise<void>;
  reload: () => Promise<void>;
}

/**
 * SIGTERM and SIGINT end the exchange with its calls. SIGUSR2 ends it for a restart, which
 * continues the calls. SIGHUP only reads the certificates again, and never ends the process.
 */
export function installSignalHandlers(exchange: Signalled, logger: Logger): void {
  function end(signal: string, finish = () => exchange.close()): void {
    logger.info({ signal }, "exchange stopping");
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    void finish().then(() => process.exit(0));
  }
  process.on("SIGHUP", () => {
    logger.info("exchange settings and SIP_TRUNKS unchanged until a restart");
    void exchange.reload();
  });
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
  process.once("SIGUSR2", () => end("SIGUSR2", () => exchange.leave()));
}

/** The messages of these errors need no stack. */
const installationErrors = [ConfigError, StartError, StateFileError, RecordLogError];

/**
 * Returns only the message of an error that a change of settings or files can fix. Other errors
 * keep their stack.
 */
export function describeError(error: unknown): string {
  if (installationErrors.some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
