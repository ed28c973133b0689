import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The time is in UTC, so that the names sort in the order of the backups. */
const NAME = /^linedesk-\d{8}T\d{6}Z\.tar\.gz$/;

export function nameBackup(at: Date): string {
  return `linedesk-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.tar.gz`;
}

/**
 * Deletes all backups in the folder except the newest `count`. Returns the names of the deleted
 * backups.
 */
export async function keepNewestBackups(dir: string, count: number): Promise<string[]> {
  const backups = (await readdir(dir)).filter((name) => NAME.test(name)).toSorted();
  const old = backups.slice(0, Math.max(0, backups.length - count));
  for (const name of old) {
    await rm(join(dir, name), { force: true });
  }
  return old;
}
