import { readFileSync, statSync } from "node:fs";
import { mkdir, open, utimes } from "node:fs/promises";
import { dirname } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import { writeAtomically } from "./write-atomically.ts";

/** The file is rewritten before it has more than this many lines for each record. */
const LINES_PER_RECORD = 3;
const MIN_LINES = 1_000;
const ROWS_PER_BATCH = 500;

const lineSchema = z.object({ sid: z.string(), row: z.unknown().optional() });

export interface RecordLogOptions<Row> {
  path: string | null;
  schema: z.ZodType<Row>;
  logger: Logger;
}

export class RecordLogError extends Error {
  override readonly name = "RecordLogError";
  readonly code = "record_log";
}

/**
 * Stores records in an append-only file. Each line is the newest state of a record, or its removal.
 * A crash can damage only the last line, which the reader skips. Each batch is synced. Changes
 * during a write wait for the next batch, which writes each record once.
 */
export class RecordLog<Row> {
  readonly #options: RecordLogOptions<Row>;
  readonly #rows = new Map<string, Row>();
  /** The removed records whose lines the file still has. */
  readonly #leftover = new Set<string>();
  #pending = new Set<string>();
  #lines = 0;
  #mustRewrite = false;
  #writing: Promise<void> | null = null;
  /** The resolvers of `persisted`, for changes that are not on the disk yet. */
  #waiting: (() => void)[] = [];
  #touching: Promise<void> = Promise.resolve();

  constructor(options: RecordLogOptions<Row>) {
    this.#options = options;
    if (options.path !== null) {
      this.#read(options.path);
    }
  }

  rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** Returns the time of the last write or touch; `null` when there was no file. */
  lastSeen(): Date | null {
    const { path } = this.#options;
    const found = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
    return found?.mtime ?? null;
  }

  put(sid: string, row: Row): void {
    if (this.#options.path === null) {
      return;
    }
    this.#rows.set(sid, row);
    this.#note(sid);
  }

  /** The lines of the record remain in the file until it is rewritten. */
  remove(sid: string): void {
    if (this.#rows.delete(sid)) {
      this.#leftover.add(sid);
      this.#note(sid);
    }
  }

  /** Removes the record from the file too, with the next batch. */
  erase(sid: string): void {
    this.remove(sid);
    if (this.#leftover.has(sid)) {
      this.#mustRewrite = true;
      this.#note(sid);
    }
  }

  /** Marks the exchange as alive, so that a later start knows the time of a crash. */
  touch(at: Date): Promise<void> {
    const { path } = this.#options;
    if (path === null) {
      return Promise.resolve();
    }
    // Each touch waits for the previous one, so that the newest time stays. Without a file there is
    // nothing to mark.
    this.#touching = this.#touching.then(() => utimes(path, at, at).catch(() => undefined));
    return this.#touching;
  }

  async flush(): Promise<void> {
    while (this.#writing !== null) {
      await this.#writing;
    }
  }

  async persisted(): Promise<void> {
    if (this.#writing === null) {
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #note(sid: string): void {
    const { path } = this.#options;
    if (path === null) {
      return;
    }
    this.#pending.add(sid);
    this.#writing ??= this.#write(path);
  }

  async #write(path: string): Promise<void> {
    // Changes of the same turn join the first batch.
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const [batch, waiting] = [[...this.#pending], this.#waiting];
      [this.#pending, this.#waiting] = [new Set(), []];
      try {
        await (this.#isTooLong(batch.length) ? this.#rewrite(path) : this.#append(path, batch));
      } catch (error) {
        // The next batch rewrites everything, including this one's records.
        this.#mustRewrite = true;
        this.#options.logger.error({ err: error }, "storage records save failed");
      }
      for (const resolve of waiting) {
        resolve();
      }
    }
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
    // No `await` follows the last check, so no change can be left unwritten.
    this.#writing = null;
  }

  #isTooLong(more: number): boolean {
    const most = Math.max(MIN_LINES, this.#rows.size * LINES_PER_RECORD);
    return this.#mustRewrite || this.#lines + more > most;
  }

  async #append(path: string, sids: string[]): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "a", 0o600);
    try {
      await file.appendFile(sids.map((sid) => this.#line(sid)).join(""));
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#lines += sids.length;
  }

  async #rewrite(path: string): Promise<void> {
    // A record that is erased meanwhile makes the next batch rewrite the file again.
    this.#mustRewrite = false;
    const sids = [...this.#rows.keys()];
    const removed = [...this.#leftover];
    const parts: string[] = [];
    for (let at = 0; at < sids.length; at += ROWS_PER_BATCH) {
      const some = sids.slice(at, at + ROWS_PER_BATCH).filter((sid) => this.#rows.has(sid));
      parts.push(some.map((sid) => this.#line(sid)).join(""));
      // Thousands of records in one turn would delay the calls.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await writeAtomically(path, parts.join(""));
    this.#lines = sids.length;
    for (const sid of removed) {
      this.#leftover.delete(sid);
    }
  }

  #line(sid: string): string {
    return `${JSON.stringify({ sid, row: this.#rows.get(sid) })}\n`;
  }

  #read(path: string): void {
    const lines = readLines(path);
    // A complete file ends with a line feed, so the last part is empty; otherwise it is damaged.
    let damaged = lines.pop() === "" ? 0 : 1;
    for (const line of lines) {
      damaged += this.#take(line) ? 0 : 1;
    }
    this.#lines = lines.length;
    if (damaged === 0) {
      return;
    }
    // The file must be rewritten, because a line that follows half a line would be damaged too.
    this.#mustRewrite = true;
    this.#options.logger.warn({ lines: damaged, path }, "storage skipped damaged records");
  }

  #take(text: string): boolean {
    const line = lineSchema.safeParse(parseJson(text));
    if (!line.success) {
      return false;
    }
    const { sid, row } = line.data;
    if (row === undefined) {
      this.#rows.delete(sid);
      this.#leftover.add(sid);
      return true;
    }
    const parsed = this.#options.schema.safeParse(row);
    if (parsed.success) {
      this.#rows.set(sid, parsed.data);
    }
    return parsed.success;
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return [""];
    }
    throw new RecordLogError(`${path} cannot be read. Correct its permissions, or move it away.`, {
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The line is incomplete; the calling code counts it.
    return null;
  }
}
