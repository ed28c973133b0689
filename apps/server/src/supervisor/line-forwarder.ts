import { write } from "node:fs";

import { formatEvent, type LogFormat } from "@linedesk/base";

/**
 * Beyond this size of waiting lines, further lines are dropped, because their reader has stopped
 * reading.
 */
const MAX_WAITING_BYTES = 1_000_000;
const RETRY_MS = 50;
const STANDARD_OUTPUT = 1;
const WARNING = 40;

type Write = (
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

/**
 * Sends lines to the standard output, which with systemd is the journal. A journal that stops
 * reading delays no call, because the writes run outside of the event loop and lines beyond the
 * limit are dropped.
 */
export class LineForwarder {
  readonly #format: LogFormat;
  readonly #write: Write;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #lost = 0;
  #isWriting = false;
  #onIdle: () => void = () => undefined;

  constructor(format: LogFormat, to: Write = toStandardOutput) {
    this.#format = format;
    this.#write = to;
  }

  /** Sends one line, which ends with a newline. */
  write(line: string): void {
    if (this.#bytes > MAX_WAITING_BYTES) {
      this.#lost += 1;
      return;
    }
    this.#add(Buffer.from(line));
    this.#next();
  }

  /** Resolves when every line is written, at the latest after this time. */
  async flush(timeoutMs: number): Promise<void> {
    if (!this.#isWriting) {
      return;
    }
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      setTimeout(resolve, timeoutMs).unref();
    });
  }

  #add(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
  }

  #next(): void {
    if (this.#isWriting) {
      return;
    }
    this.#reportLost();
    if (this.#waiting.length === 0) {
      return this.#onIdle();
    }
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#isWriting = true;
    this.#send(bytes);
  }

  #send(bytes: Buffer): void {
    this.#write(bytes, (error, written) => {
      if (error?.code === "EAGAIN") {
        setTimeout(() => this.#send(bytes), RETRY_MS).unref();
        return;
      }
      // Without a reader, such as after the end of a terminal, the lines are only in the files.
      const rest = error === null ? bytes.subarray(written) : Buffer.alloc(0);
      this.#bytes -= bytes.length - rest.length;
      if (rest.length > 0) {
        return this.#send(rest);
      }
      this.#isWriting = false;
      this.#next();
    });
  }

  #reportLost(): void {
    if (this.#lost > 0 && this.#bytes <= MAX_WAITING_BYTES) {
      const event = { part: "supervisor", level: WARNING, time: new Date() };
      this.#add(
        Buffer.from(formatEvent({ ...event, msg: `${this.#lost} lines lost` }, this.#format)),
      );
      this.#lost = 0;
    }
  }
}

function toStandardOutput(...[bytes, done]: Parameters<Write>): void {
  write(STANDARD_OUTPUT, bytes, 0, bytes.length, null, done);
}
