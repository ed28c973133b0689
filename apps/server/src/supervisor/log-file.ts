import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 3;

/**
 * The log file of a part, `name.log`. A full file becomes `name.log.1` and so on, and the oldest is
 * deleted, so that a part uses at most 40 MB. Writing is synchronous, so that the lines before a
 * crash are kept.
 */
export class LogFile {
  readonly #path: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(path: string, limit: number = MAX_BYTES) {
    this.#path = path;
    this.#maxBytes = limit;
    this.#bytes = existsSync(path) ? statSync(path).size : 0;
  }

  write(text: string): void {
    try {
      this.#append(text);
    } catch {
      // A full disk or a removed folder must not end the station.
    }
  }

  #append(text: string): void {
    if (this.#bytes > 0 && this.#bytes + Buffer.byteLength(text) > this.#maxBytes) {
      this.#rotate();
    }
    appendFileSync(this.#path, text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
  }

  #rotate(): void {
    for (let at = MAX_FILES - 1; at >= 1; at -= 1) {
      if (existsSync(`${this.#path}.${at}`)) {
        renameSync(`${this.#path}.${at}`, `${this.#path}.${at + 1}`);
      }
    }
    renameSync(this.#path, `${this.#path}.1`);
    this.#bytes = 0;
  }
}
