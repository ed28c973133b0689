import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a second file, syncs it, and renames it. A reader finds the old file or the complete new
 * one.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const beside = `${path}.new`;
  const file = await open(beside, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(folder);
}

/** Syncs the folder, so that the new name survives a power cut too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
