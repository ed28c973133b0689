import { destination, pino, type Logger } from "pino";

import type { LogLevel } from "@linedesk/base";

const STANDARD_OUTPUT = 1;

/** Writes one JSON line each to standard output. Numbers, names and digits appear only in `pii`. */
export function createLogger(level: LogLevel, descriptor = STANDARD_OUTPUT): Logger {
  const redact = { paths: ["pii", "*.pii"], remove: true };
  return pino({ name: "exchange", level, redact }, destination({ dest: descriptor, sync: true }));
}
