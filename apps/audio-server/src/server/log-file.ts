import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

import { type Logger, pino, stdTimeFunctions } from "pino";

import { type Clock, formatLogLine, type LogFormat } from "@linedesk/base";

const FILE = "audio-server.log";
const BEFORE = "audio-server.log.1";
/** The limit of each of two files. When both are full, the older file is deleted. */
const MAX_BYTES = 1_000_000;
/** The pause before another attempt after a failed write. */
const RETRY_MS = 10_000;

/**
 * Keeps the newest log lines in the data folder, so that the cause of a restart can be read after
 * it. The log has two files of bounded length. A full or missing disk loses only log lines.
 */
export class LogFile {
  readonly #folder: string;
  readonly #clock: Pick<Clock, "elapsedMs">;
  #file: number | null = null;
  #bytes = 0;
  #lost = 0;
  #retryAtMs = -Infinity;

  constructor(folder: string, clock: Pick<Clock, "elapsedMs">) {
    this.#folder = folder;
    this.#clock = clock;
  }

  get lost(): number {
    return this.#lost;
  }

  write(line: string): void {
    if (this.#clock.elapsedMs() < this.#retryAtMs) {
      this.#lost += 1;
      return;
    }
    try {
      const notice =
        this.#lost === 0 ? "" : `\n{"msg":"log lines were lost","lost":${this.#lost}}\n`;
      this.#append(notice + line);
      this.#lost = 0;
    } catch {
      // Logging this error would call this function again.
      this.#lost += 1;
      this.#retryAtMs = this.#clock.elapsedMs() + RETRY_MS;
      this.close();
    }
  }

  readNewest(maxChars: number): string {
    const text = [BEFORE, FILE].map((name) => readIfPresent(join(this.#folder, name))).join("");
    const newest = text.slice(-maxChars);
    return newest.length === text.length ? text : newest.slice(newest.indexOf("\n") + 1);
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) {
      closeSync(file);
    }
  }

  #append(text: string): void {
    const bytes = Buffer.from(text, "utf8");
    let file = this.#open();
    if (this.#bytes + bytes.length > MAX_BYTES) {
      this.close();
      renameSync(join(this.#folder, FILE), join(this.#folder, BEFORE));
      file = this.#open();
    }
    // A nearly full disk stores only a part of the text. `log lines were lost` then begins a new
    // line.
    if (writeSync(file, bytes) < bytes.length) {
      throw new Error("the disk stored only a part of the line");
    }
    this.#bytes += bytes.length;
  }

  #open(): number {
    if (this.#file === null) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, FILE);
      this.#file = openSync(path, "a", 0o600);
      this.#bytes = statSync(path).size;
    }
    return this.#file;
  }
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const STANDARD_OUTPUT = 1;
/**
 * Matches telephone numbers, with country code or in national form, and SIP users, because errors
 * of libraries may contain them. JSON numbers never begin with 0. Digits within a UUID stay.
 */
const PERSONAL = /\+\d{6,15}|(?<![\da-f.-])0\d{8,9}(?!\w)|(?<=sips?:)[^\s"@]+(?=@)/g;

export interface LogOptions {
  level: string;
  /** The form of the lines on standard output; the lines of the file are JSON. */
  format: LogFormat;
}

/**
 * Logs each event as one line, without telephone numbers, to standard output and to the file, from
 * which the station can get it.
 */
export function openLog(
  { level, format }: LogOptions,
  file: Pick<LogFile, "write">,
  writeOut: (line: string) => void = (line) => void writeSync(STANDARD_OUTPUT, line),
): Logger {
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
          writeOut(formatLogLine(masked, format));
        } catch {
          // A pipe or disk that fails must not end calls; the file has the line.
        }
      },
    },
  );
}
