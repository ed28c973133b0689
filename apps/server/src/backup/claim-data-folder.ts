import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { lockDataFolder } from "../supervisor/data-folder.ts";
import { BackupError } from "./archive/backup-error.ts";

/** A station or a restore creates these files and folders in a data folder. */
const STATION_ENTRIES = [
  "postgres",
  "exchange",
  "tls",
  "secrets.json",
  "sso-keys.json",
  "settings-of-backup.env",
];

export interface ClaimedFolder {
  /** Removes what the restore has created. */
  empty: () => void;
  unlock: () => void;
}

/**
 * Locks the data folder for a restore. Throws `StartError` when a station runs on it, and
 * `BackupError` when it contains the data of a station.
 */
export function claimDataFolder(dataDir: string): ClaimedFolder {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  becomeOwner(dataDir);
  const unlock = lockDataFolder(dataDir, "station");
  const found = listStationEntries(dataDir);
  if (found.length > 0) {
    unlock();
    throw new BackupError(
      `${dataDir} already contains the data of a station (${found.join(", ")}). Move them away, or choose another folder with LINEDESK_DATA.`,
    );
  }
  function empty(): void {
    for (const name of listStationEntries(dataDir)) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
  return { empty, unlock };
}

function listStationEntries(dataDir: string): string[] {
  return readdirSync(dataDir).filter(
    (name) => STATION_ENTRIES.includes(name) || name.startsWith("postgres.making-"),
  );
}

/**
 * Locks a data folder against a server, so that the calling program can open the embedded database
 * in it. Throws `StartError` when a server runs on the folder.
 */
export function lockEmbeddedDatabase(dataDir: string): () => void {
  becomeOwner(dataDir);
  return lockDataFolder(dataDir, "server");
}

/**
 * Changes a process of root to the user who owns the folder, because the services of that user must
 * be able to read the restored files.
 */
function becomeOwner(dataDir: string): void {
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) {
    return;
  }
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
