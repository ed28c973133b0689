import { destination, pino, type Logger } from "pino";

import type { LogLevel } from "@linedesk/base";

const STANDARD_OUTPUT = 1;

/**
 * Writes each entry as one line of JSON. Numbers, names and digits belong in `pii`, which is
 * omitted.
 */
export function createLogger(level: LogLevel, descriptor = STANDARD_OUTPUT): Logger {
  const redact = { paths: ["pii", "*.pii"], remove: true };
  return pino({ name: "exchange", level, redact }, destination({ dest: descriptor, sync: true }));
}
