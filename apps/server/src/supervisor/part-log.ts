import { formatEvent, formatLogLine, type LogFormat } from "@linedesk/base";
import type { LogFile } from "./log-file.ts";

/** A part writes shorter lines; a longer piece of text counts as a line. */
const MAX_LINE = 65_536;
const WARNING = 40;

export interface PartLogOptions {
  name: string;
  file: Pick<LogFile, "write">;
  format: LogFormat;
  /** Gets each line too, for the journal. */
  forward?: ((line: string) => void) | undefined;
}

/** The log of a part: each event is one line, in the file and, if wanted, in the journal. */
export class PartLog {
  readonly #options: PartLogOptions;
  #begun = "";

  constructor(options: PartLogOptions) {
    this.#options = options;
  }

  /** Writes standard output of the part: lines of its logger, in pieces of any length. */
  writeOutput(text: string): void {
    const { file, forward } = this.#options;
    file.write(text);
    if (forward === undefined) {
      return;
    }
    const lines = `${this.#begun}${text}`.split("\n");
    const last = lines.pop() ?? "";
    lines.forEach((line) => forward(`${line}\n`));
    this.#begun = last.length > MAX_LINE ? "" : last;
    if (last.length > MAX_LINE) {
      forward(`${last}\n`);
    }
  }

  /** Writes a piece of the standard error output, such as the stack of a crash, as one event. */
  writeError(text: string): void {
    const { name: part, format } = this.#options;
    if (text.trim() !== "") {
      const event = { part, level: WARNING, msg: text.trim(), time: new Date() };
      this.#write(formatEvent(event, format));
    }
  }

  /** Writes a line of JSON about the part, in the form of the part's own log lines. */
  writeEntry(line: string): void {
    this.#write(formatLogLine(line, this.#options.format));
  }

  #write(line: string): void {
    this.#options.file.write(line);
    this.#options.forward?.(line);
  }
}
