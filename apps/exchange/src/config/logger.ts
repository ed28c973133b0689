import { destination, type DestinationStream, pino, type Logger } from "pino";

import { formatLogLine, type LogFormat, type LogLevel } from "@linedesk/base";

const STANDARD_OUTPUT = 1;

export interface LogOptions {
  level: LogLevel;
  format: LogFormat;
}

/**
 * Writes each entry as one line of JSON or text. Numbers, names and digits belong in `pii`, which
 * is omitted.
 */
export function createLogger({ level, format }: LogOptions, descriptor = STANDARD_OUTPUT): Logger {
  const redact = { paths: ["pii", "*.pii"], remove: true };
  const output = destination({ dest: descriptor, sync: true });
  return pino({ name: "exchange", level, redact }, format === "json" ? output : toText(output));
}

function toText(output: DestinationStream): DestinationStream {
  return { write: (line) => output.write(formatLogLine(line, "text")) };
}
