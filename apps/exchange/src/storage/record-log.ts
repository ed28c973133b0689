import { readFileSync, statSync } from "node:fs";
import { mkdir, open, utimes } from "node:fs/promises";
import { dirname } from "node:path";

import type { Logger } from "pino";
import { z } from "zod";

import { writeAtomically } from "./write-atomically.ts";

/** Lines that may stand behind each record before the file is written anew. */
const LINES_PER_RECORD = 3;
const MIN_LINES = 1_000;
const ROWS_IN_ONE_GO = 500;

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
 * Records on the disk as lines that are only ever added: the newest state of one record, or that
 * it is gone. A crash can damage the last line alone; whoever reads skips it. Each batch is
 * synced, and what comes meanwhile waits for the next, once for each record.
 */
export class RecordLog<Row> {
  readonly #options: RecordLogOptions<Row>;
  readonly #rows = new Map<string, Row>();
  #pending = new Set<string>();
  #lines = 0;
  #mustRewrite = false;
  #writing: Promise<void> | null = null;
  /** Each has put something of a batch that is not on the disk yet. */
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

  /** When somebody last wrote or touched it; null when there was no file. */
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

  remove(sid: string): void {
    if (this.#rows.delete(sid)) {
      this.#note(sid);
    }
  }

  /** Says that somebody is alive, so that a reader knows how long. */
  touch(at: Date): Promise<void> {
    const { path } = this.#options;
    if (path === null) {
      return Promise.resolve();
    }
    // One after the other, so that the last word stands; without a file there is nobody to be told.
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
    // Whoever notes in the same turn is in the first batch.
    await Promise.resolve();
    while (this.#pending.size > 0) {
      const [batch, waiting] = [[...this.#pending], this.#waiting];
      [this.#pending, this.#waiting] = [new Set(), []];
      try {
        await (this.#isTooLong(batch.length) ? this.#rewrite(path) : this.#append(path, batch));
      } catch (error) {
        // The next batch writes everything anew, this one's records with it.
        this.#mustRewrite = true;
        this.#options.logger.error({ err: error }, "records were not saved");
      }
      for (const resolve of waiting) {
        resolve();
      }
    }
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
    // In the same turn as the last look, so that nobody leaves something behind that look.
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
    const sids = [...this.#rows.keys()];
    const parts: string[] = [];
    for (let at = 0; at < sids.length; at += ROWS_IN_ONE_GO) {
      const some = sids.slice(at, at + ROWS_IN_ONE_GO).filter((sid) => this.#rows.has(sid));
      parts.push(some.map((sid) => this.#line(sid)).join(""));
      // Thousands of records in one turn would keep the calls waiting.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await writeAtomically(path, parts.join(""));
    this.#lines = sids.length;
    this.#mustRewrite = false;
  }

  #line(sid: string): string {
    return `${JSON.stringify({ sid, row: this.#rows.get(sid) })}\n`;
  }

  #read(path: string): void {
    const lines = readLines(path);
    // Without its end the last line was not written whole, and is empty otherwise.
    let damaged = lines.pop() === "" ? 0 : 1;
    for (const line of lines) {
      damaged += this.#take(line) ? 0 : 1;
    }
    this.#lines = lines.length;
    if (damaged === 0) {
      return;
    }
    // Nothing may be added behind half a line.
    this.#mustRewrite = true;
    this.#options.logger.warn({ lines: damaged, path }, "damaged records were left out");
  }

  #take(text: string): boolean {
    const line = lineSchema.safeParse(parseJson(text));
    if (!line.success) {
      return false;
    }
    const { sid, row } = line.data;
    if (row === undefined) {
      return this.#rows.delete(sid) || true;
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
    throw new RecordLogError(`${path} cannot be read; see to its rights, or move it away.`, {
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Half a line; the caller counts it.
    return null;
  }
}
