import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a second file, syncs it, and renames it. A reader finds the old file or the complete new
 * one.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  await writeSynced(beside, text);
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Writes and syncs a file, and creates its folder. */
export async function writeSynced(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder, so that the new name survives a power cut too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
