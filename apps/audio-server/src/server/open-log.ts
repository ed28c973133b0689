import { writeSync } from "node:fs";

import { type Logger, pino, stdTimeFunctions } from "pino";

import type { LogFile } from "./log-file.ts";

const STANDARD_OUTPUT = 1;
/** Telephone numbers and SIP users, as an error of somebody else's may carry them. */
const PERSONAL = /\+\d{6,15}|(?<=sips?:)[^\s"@]+(?=@)/g;

/** One JSON line an event, to standard output and to the file; no telephone number is in it. */
export function openLog(level: string, file: Pick<LogFile, "write">): Logger {
  return pino(
    {
      name: "audio-server",
      level,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: ["pii", "*.pii"], remove: true },
    },
    {
      write(line: string) {
        const masked = line.replaceAll(PERSONAL, "...");
        file.write(masked);
        try {
          writeSync(STANDARD_OUTPUT, masked);
        } catch {
          // A pipe or disk that takes nothing must not end calls; the file has the line.
        }
      },
    },
  );
}
