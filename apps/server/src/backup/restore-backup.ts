import { createWriteStream } from "node:fs";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";

import { logErasures, type LoggedErasure, ERASURE_LOG } from "../erasure/erasure-log.ts";
import { openDatabase } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { BackupError } from "./archive/backup-error.ts";
import { readArchive } from "./archive/read-archive.ts";
import { FILES_FOLDER } from "./backup-header.ts";
import { isUnusedDatabase } from "./database/outline-store.ts";
import { withClient } from "./database/with-client.ts";
import { eraseAgain } from "./erase-again.ts";
import type { OpenedBackup } from "./open-backup.ts";
import { restoreRows } from "./restore-rows.ts";

interface RestoreOptions {
  dataDir: string;
  /** Starts the embedded database when the settings name no other database. */
  openDatabaseUrl: () => Promise<{ url: string; stop: () => Promise<void> }>;
  erasures: readonly LoggedErasure[];
  onProgress: (step: string) => void;
}

export interface RestoredStation {
  erased: number;
  files: number;
}

/** The settings that the backed-up station had, for a person to compare. */
export const SETTINGS_FILE = "settings-of-backup.env";

/** Restores the backup into an empty data folder and an unused database. Throws `BackupError`. */
export async function restoreBackup(
  backup: OpenedBackup,
  { dataDir, openDatabaseUrl, erasures, onProgress }: RestoreOptions,
): Promise<RestoredStation> {
  onProgress("files");
  const files = await restoreFiles(backup, dataDir);
  await restoreSecrets(backup, dataDir);
  const { url, stop } = await openDatabaseUrl();
  try {
    if (!(await withClient(url, isUnusedDatabase))) {
      throw new BackupError(
        "The database already has the data of a station. Restore into an empty one.",
      );
    }
    onProgress("database");
    await restoreRows(backup, url);
    onProgress("erasures");
    return { files, erased: await finishDatabase({ dataDir, erasures, url }) };
  } finally {
    await stop();
  }
}

/** Migrates the database to the schema of this version, and repeats the erasures. */
async function finishDatabase({
  dataDir,
  erasures,
  url,
}: Pick<RestoreOptions, "dataDir" | "erasures"> & { url: string }): Promise<number> {
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined });
  const logPath = join(dataDir, ERASURE_LOG);
  try {
    await migrate(db);
    await rm(logPath, { force: true });
    await logErasures(logPath, erasures);
    return await eraseAgain({ db, exchange: join(dataDir, "exchange"), logPath }, erasures);
  } finally {
    await db.destroy();
  }
}

async function restoreFiles({ file, header }: OpenedBackup, dataDir: string): Promise<number> {
  const at = new Date(header.at);
  let restored = 0;
  for await (const { name, body } of readArchive(file)) {
    if (name.startsWith(`${FILES_FOLDER}/`)) {
      const path = join(dataDir, checkPath(name.slice(FILES_FOLDER.length + 1)));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(body, createWriteStream(path, { mode: 0o600 }));
      // The exchange uses the modification time of its journal as the end of the calls in it.
      await utimes(path, at, at);
      restored += 1;
    }
  }
  return restored;
}

async function restoreSecrets({ secrets }: OpenedBackup, dataDir: string): Promise<void> {
  if (secrets === null) {
    return;
  }
  for (const [name, content] of Object.entries(secrets.files)) {
    const path = join(dataDir, checkPath(name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, Buffer.from(content, "base64"), { mode: 0o600 });
  }
  const lines = Object.entries(secrets.settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(dataDir, SETTINGS_FILE), lines.join(""), { mode: 0o600 });
}

/** Throws `BackupError` for a path that leaves the data folder. */
function checkPath(path: string): string {
  if (normalize(path) !== path || path.startsWith("/") || path.startsWith("..")) {
    throw new BackupError(
      `The backup contains the path ${path}, which is outside the data folder.`,
    );
  }
  return path;
}
