import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { hasCode } from "@linedesk/base";
import { ArchiveWriter } from "./archive/archive-writer.ts";
import { sealBox } from "./archive/seal-box.ts";
import {
  type BackupHeader,
  DUMP_FOLDER,
  FILES_FOLDER,
  HEADER,
  ROWS_FOLDER,
  SECRETS,
  type SealedSecrets,
  writeHeader,
} from "./backup-header.ts";
import { dumpDatabase, findDumpProgram } from "./database/dump-program.ts";
import { readMajorVersion, readOutline } from "./database/outline-store.ts";
import {
  copyRows,
  exportSnapshot,
  inSnapshot,
  readDatabaseBytes,
} from "./database/snapshot-store.ts";
import { withClient } from "./database/with-client.ts";
import { nameBackup } from "./name-backup.ts";
import { EXCHANGE_STATE, isSecretFile, listStationFiles } from "./station-files.ts";

export interface BackupOptions {
  dataDir: string;
  databaseUrl: string;
  /** Is true for the embedded database, which comes without pg_dump. */
  isEmbedded: boolean;
  dir: string;
  version: string;
  /** The public key with which the secrets are encrypted; `null` leaves them out. */
  publicKey: string | null;
  settings: SealedSecrets["settings"];
  at: Date;
  onProgress: (done: number, expected: number) => void;
  signal: AbortSignal;
}

export interface WrittenBackup {
  path: string;
  bytes: number;
  method: BackupHeader["database"]["method"];
  files: number;
  hasSecrets: boolean;
}

/**
 * Writes one file with everything that a restore needs. The rows of the database are of one
 * snapshot. Files that the station deletes meanwhile are left out.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { dir, at, signal, dataDir, databaseUrl } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return withClient(databaseUrl, async (client) => {
    const path = join(dir, nameBackup(at));
    const files = await listStationFiles(dataDir, dir);
    const expected = (await readDatabaseBytes(client)) + (await sumBytes(dataDir, files));
    const archive = new ArchiveWriter(path, {
      at,
      signal,
      onProgress: (bytes) => options.onProgress(Math.min(bytes, expected), expected),
    });
    try {
      const method = await addDatabase(archive, client, options);
      // The files are read after the snapshot, so each recording in the snapshot already has its
      // file.
      const added = await addFiles(archive, dataDir, await listStationFiles(dataDir, dir));
      await addSecrets(archive, options);
      const bytes = await archive.close();
      return { path, bytes, method, files: added, hasSecrets: options.publicKey !== null };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  });
}

async function addDatabase(archive: ArchiveWriter, client: pg.Client, options: BackupOptions) {
  const { version, at, databaseUrl, isEmbedded } = options;
  const head = { version, at: at.toISOString() };
  return inSnapshot(client, async () => {
    const outline = await readOutline(client);
    const major = await readMajorVersion(client);
    const program = isEmbedded ? null : await findDumpProgram("pg_dump", major);
    if (program === null) {
      const database = { method: "copy", outline } as const;
      await archive.addBytes(HEADER, writeHeader({ ...head, database }));
      for (const table of outline.tables) {
        await archive.addPieces(`${ROWS_FOLDER}/${table.name}`, copyRows(client, table));
      }
      return database.method;
    }
    const database = { method: "dump", major, migrations: outline.migrations } as const;
    await archive.addBytes(HEADER, writeHeader({ ...head, database }));
    const snapshot = await exportSnapshot(client);
    await archive.addPieces(DUMP_FOLDER, dumpDatabase({ program, databaseUrl, snapshot }));
    return database.method;
  });
}

async function sumBytes(dataDir: string, files: readonly string[]): Promise<number> {
  let total = 0;
  for (const file of files) {
    total += (await openExisting(join(dataDir, file), sizeOf)) ?? 0;
  }
  return total;
}

async function sizeOf(file: FileHandle): Promise<number> {
  return (await file.stat()).size;
}

/** Adds the files without secrets and returns their number. */
async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  files: readonly string[],
): Promise<number> {
  let added = 0;
  for (const file of files) {
    const path = join(dataDir, file);
    if (file === EXCHANGE_STATE) {
      await archive.addBytes(`${FILES_FOLDER}/${file}`, await readWithoutKeys(path));
    } else if (!isSecretFile(file)) {
      const done = await openExisting(path, (found) =>
        addFile(archive, `${FILES_FOLDER}/${file}`, found),
      );
      added += done === true ? 1 : 0;
    }
  }
  return added;
}

/** A file that grows is copied up to its present length. */
async function addFile(archive: ArchiveWriter, name: string, file: FileHandle): Promise<true> {
  const { size } = await file.stat();
  const source: AsyncIterable<Buffer> | [] =
    size === 0 ? [] : file.createReadStream({ start: 0, end: size - 1, autoClose: false });
  await archive.addStream(name, size, source);
  return true;
}

/** Returns `null` without calling `use` when the file has been deleted meanwhile. */
async function openExisting<T>(
  path: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T | null> {
  try {
    const file = await open(path, "r");
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw error;
  }
}

/** The keys of the exchange's API are secret; the complete file is among the encrypted secrets. */
async function readWithoutKeys(path: string): Promise<Buffer> {
  const state = JSON.parse(await readFile(path, "utf8")) as object;
  return Buffer.from(`${JSON.stringify({ ...state, keys: [] })}\n`);
}

async function addSecrets(archive: ArchiveWriter, options: BackupOptions): Promise<void> {
  const { publicKey, dataDir, dir, settings } = options;
  if (publicKey === null) {
    return;
  }
  const secrets: SealedSecrets = { files: {}, settings };
  for (const file of (await listStationFiles(dataDir, dir)).filter(isSecretFile)) {
    secrets.files[file] = (await readFile(join(dataDir, file))).toString("base64");
  }
  await archive.addBytes(SECRETS, sealBox(Buffer.from(JSON.stringify(secrets)), publicKey));
}
