import type pg from "pg";

import { postgresVersions } from "../platform/db/postgres-versions.ts";
import { BackupError } from "./archive/backup-error.ts";
import { loadRows } from "./database/load-store.ts";
import {
  type DatabaseOutline,
  isUnusedDatabase,
  readEncoding,
  readMajorVersion,
  readOutline,
} from "./database/outline-store.ts";
import { copyRows, countRows, inSnapshot, readDatabaseBytes } from "./database/snapshot-store.ts";
import { withClient } from "./database/with-client.ts";
import { makeSchema } from "./restore-rows.ts";

interface MoveOptions {
  sourceUrl: string;
  /** The address of the new database with the role that owns it. */
  targetUrl: string;
  onProgress: (done: number, expected: number) => void;
}

export interface MovedDatabase {
  /** The major version of the new PostgreSQL. */
  major: number;
  tables: number;
  rows: number;
}

/**
 * Copies every row of one snapshot into an unused database, and compares the number of rows. It
 * uses the reader of a backup and the writer of a restore. The source does not change. Throws
 * `BackupError`.
 */
export async function moveDatabase(options: MoveOptions): Promise<MovedDatabase> {
  const { sourceUrl, targetUrl } = options;
  return withClient(targetUrl, async (target) => {
    const major = await requireUsable(target);
    return withClient(sourceUrl, (source) =>
      inSnapshot(source, async () => {
        const outline = await readOutline(source);
        await makeSchema(targetUrl, outline);
        await copyTables(source, target, outline, options.onProgress);
        const rows = await compareCounts(source, target, outline);
        return { major, tables: outline.tables.length, rows };
      }),
    );
  });
}

async function requireUsable(target: pg.Client): Promise<number> {
  const major = await readMajorVersion(target);
  const encoding = await readEncoding(target);
  const fault = findTargetFault({ major, encoding, isUnused: await isUnusedDatabase(target) });
  if (fault !== null) {
    throw new BackupError(fault);
  }
  return major;
}

interface Target {
  major: number;
  encoding: string;
  isUnused: boolean;
}

/**
 * Returns a sentence that says why the new database cannot be used for a station, or `null` when it
 * can.
 */
export function findTargetFault({ major, encoding, isUnused }: Target): string | null {
  const { oldest, newest } = postgresVersions;
  if (major < oldest || major > newest) {
    return `The new database runs on PostgreSQL ${major}. Linedesk needs a version from ${oldest} to ${newest}.`;
  }
  if (encoding !== "UTF8") {
    return `The new database has the encoding ${encoding}. Delete it and create it with: createdb --encoding=UTF8 --template=template0`;
  }
  return isUnused
    ? null
    : "The new database already has the data of a station. Name an empty database.";
}

async function copyTables(
  source: pg.Client,
  target: pg.Client,
  outline: DatabaseOutline,
  onProgress: MoveOptions["onProgress"],
): Promise<void> {
  const expected = await readDatabaseBytes(source);
  let done = 0;
  async function* readTable(name: string): AsyncGenerator<Buffer> {
    const table = outline.tables.find((one) => one.name === name);
    if (table === undefined) {
      return;
    }
    for await (const chunk of copyRows(source, table)) {
      done += (chunk as Buffer).length;
      onProgress(Math.min(done, expected), expected);
      yield chunk as Buffer;
    }
  }
  await loadRows(target, outline, readTable);
}

/** Returns the number of all rows. */
async function compareCounts(
  source: pg.Client,
  target: pg.Client,
  { tables }: DatabaseOutline,
): Promise<number> {
  const [before, after] = [await countRows(source, tables), await countRows(target, tables)];
  const different = tables.find(({ name }) => before[name] !== after[name]);
  if (different !== undefined) {
    const { name } = different;
    throw new BackupError(
      `The table ${name} has ${before[name]} rows in the old database, but ${after[name]} in the new database. Use the old database, and delete the new one.`,
    );
  }
  return Object.values(after).reduce((sum, count) => sum + count, 0);
}
