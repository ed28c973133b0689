import { writeSync } from "node:fs";

import { type Logger, pino, stdTimeFunctions } from "pino";

import type { LogFile } from "./log-file.ts";

const STANDARD_OUTPUT = 1;
/**
 * Telephone numbers, with country code or as dialled at home, and SIP users, as an error of
 * somebody else's may have them. No number of JSON begins with 0; digits within a UUID stay.
 */
const PERSONAL = /\+\d{6,15}|(?<![\da-f.-])0\d{8,9}(?!\w)|(?<=sips?:)[^\s"@]+(?=@)/g;

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
