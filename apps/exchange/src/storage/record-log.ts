import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { open, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";

import type { Logger } from "pino";
import { z } from "zod";

import { hasCode } from "@linedesk/base";
import { syncFolder, writeSynced } from "./write-atomically.ts";

/**
 * The file is rewritten when it has more than MIN_LINES lines, and more than this for each record.
 */
const LINES_PER_RECORD = 3;
const MIN_LINES = 1_000;
const ROWS_PER_BATCH = 500;
const ROW = '"row":';

/** `sum` is the CRC-32 of the row's text, in hex. A line of an earlier release has none. */
const lineSchema = z.object({
  sid: z.string(),
  sum: z.string().optional(),
  row: z.unknown().optional(),
});

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
 * A change is in the file when `put` returns, so a crash of the process loses none. A sync of the
 * disk follows for the changes of each batch, which protects them from a crash of the machine. The
 * reader skips a damaged line.
 */
export class RecordLog<Row> {
  readonly #options: RecordLogOptions<Row>;
  readonly #rows = new Map<string, Row>();
  /** The removed records whose lines the file still has. */
  readonly #leftover = new Set<string>();
  #isUnsynced = false;
  #lines = 0;
  #mustRewrite = false;
  /** Is true while the file ends with half a line, which would damage the next line too. */
  #isTorn = false;
  /** The lines that were added during a rewrite of the file; `null` without a rewrite. */
  #meanwhile: string[] | null = null;
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
    this.#appendNow(path, this.#line(sid));
    this.#isUnsynced = true;
    this.#writing ??= this.#write(path);
  }

  /** Writes the line without a sync. During a rewrite both the old and the new file get it. */
  #appendNow(path: string, line: string): void {
    this.#meanwhile?.push(line);
    try {
      appendWithFolder(path, this.#isTorn ? `\n${line}` : line);
      this.#isTorn = false;
      this.#lines += 1;
    } catch (error) {
      // The next batch rewrites everything, including this record.
      this.#mustRewrite = true;
      this.#options.logger.error({ err: error }, "storage records save failed");
    }
  }

  async #write(path: string): Promise<void> {
    // Changes of the same turn join the first batch.
    await Promise.resolve();
    while (this.#isUnsynced) {
      const waiting = this.#waiting;
      this.#waiting = [];
      this.#isUnsynced = false;
      try {
        await (this.#isTooLong() ? this.#rewrite(path) : syncFile(path));
      } catch (error) {
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
    // No `await` follows the last check, so no change can be left without a sync.
    this.#writing = null;
  }

  #isTooLong(): boolean {
    const most = Math.max(MIN_LINES, this.#rows.size * LINES_PER_RECORD);
    return this.#mustRewrite || this.#lines > most;
  }

  async #rewrite(path: string): Promise<void> {
    // A record that is erased meanwhile makes the next batch rewrite the file again.
    this.#mustRewrite = false;
    const meanwhile: string[] = [];
    this.#meanwhile = meanwhile;
    try {
      const removed = [...this.#leftover];
      const beside = `${path}.new`;
      const lines = await this.#writeRows(beside);
      // No change can happen between these two lines, so the new file has all changes.
      appendFileSync(beside, meanwhile.join(""));
      renameSync(beside, path);
      this.#lines = lines + meanwhile.length;
      for (const sid of removed) {
        this.#leftover.delete(sid);
      }
    } finally {
      this.#meanwhile = null;
    }
    await syncFile(path);
    await syncFolder(dirname(path));
  }

  async #writeRows(path: string): Promise<number> {
    const sids = [...this.#rows.keys()];
    const parts: string[] = [];
    for (let at = 0; at < sids.length; at += ROWS_PER_BATCH) {
      const some = sids.slice(at, at + ROWS_PER_BATCH).filter((sid) => this.#rows.has(sid));
      parts.push(some.map((sid) => this.#line(sid)).join(""));
      // Thousands of records in one turn would delay the calls.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await writeSynced(path, parts.join(""));
    return sids.length;
  }

  #line(sid: string): string {
    const row = this.#rows.get(sid);
    if (row === undefined) {
      return `${JSON.stringify({ sid })}\n`;
    }
    const text = JSON.stringify(row);
    return `{"sid":${JSON.stringify(sid)},"sum":"${checksum(text)}","row":${text}}\n`;
  }

  #read(path: string): void {
    const lines = readLines(path);
    // A complete file ends with a line feed, so the last part is empty; otherwise it is damaged.
    this.#isTorn = lines.pop() !== "";
    const damaged = (this.#isTorn ? 1 : 0) + this.#takeNewest(lines);
    this.#lines = lines.length;
    if (damaged === 0) {
      return;
    }
    this.#mustRewrite = true;
    this.#options.logger.warn({ lines: damaged, path }, "storage skipped damaged records");
  }

  /**
   * Reads the newest valid line of each record, and returns the number of damaged lines. It leaves
   * older lines unparsed, because callers hear nothing while an exchange starts.
   */
  #takeNewest(lines: readonly string[]): number {
    let damaged = 0;
    const statesBySid = new Map<string, string[]>();
    for (const line of lines) {
      const sid = findSid(line);
      if (sid !== null && line.includes(ROW)) {
        statesBySid.set(sid, [...(statesBySid.get(sid) ?? []), line]);
      } else if (!this.#take(line)) {
        damaged += 1;
      } else if (sid !== null) {
        statesBySid.delete(sid);
      }
    }
    for (const states of statesBySid.values()) {
      const valid = states.findLastIndex((line) => this.#take(line));
      damaged += states.length - 1 - valid;
    }
    return damaged;
  }

  #take(text: string): boolean {
    const line = lineSchema.safeParse(parseJson(text));
    if (!line.success) {
      return false;
    }
    const { sid, sum, row } = line.data;
    if (sum !== undefined && sum !== checksum(readRowText(text))) {
      return false;
    }
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

function checksum(text: string): string {
  return crc32(text).toString(16);
}

/** Returns the sid of a line, which is its first member; `null` for any other text. */
function findSid(line: string): string | null {
  return /^\{"sid":"([^"\\]+)"/.exec(line)?.[1] ?? null;
}

/** Returns the text of the row, which is the last member of its line. */
function readRowText(line: string): string {
  return line.slice(line.indexOf(ROW) + ROW.length, -1);
}

function appendWithFolder(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "ENOENT")) {
      throw error;
    }
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, line, { mode: 0o600 });
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.datasync();
  } finally {
    await file.close();
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
