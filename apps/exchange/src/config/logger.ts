import { destination, pino, type Logger } from "pino";

import type { LogLevel } from "@linedesk/base";

const STANDARD_OUTPUT = 1;

/** One JSON line each on standard output. Numbers, names and digits stand under `pii` alone. */
export function createLogger(level: LogLevel, descriptor = STANDARD_OUTPUT): Logger {
  const redact = { paths: ["pii", "*.pii"], remove: true };
  return pino({ name: "exchange", level, redact }, destination({ dest: descriptor, sync: true }));
}
