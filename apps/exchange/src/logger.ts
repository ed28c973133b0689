import { pino, type Logger } from "pino";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line each on standard output. Numbers, names and digits stand under `pii` alone. */
export function createLogger(level: LogLevel): Logger {
  return pino({ name: "exchange", level, redact: { paths: ["pii", "*.pii"], remove: true } });
}
