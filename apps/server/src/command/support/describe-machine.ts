import { readdir, stat } from "node:fs/promises";
import { arch, cpus, freemem, release, totalmem, uptime, version } from "node:os";
import { join } from "node:path";

/** Returns the machine and its programs, without its name and addresses. */
export function describeMachine(linedesk: string, at: Date): Record<string, unknown> {
  return {
    at: at.toISOString(),
    linedesk,
    node: process.version,
    system: `${version()} ${release()} ${arch()}`,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? "unknown",
    memoryMb: Math.round(totalmem() / 1_000_000),
    freeMemoryMb: Math.round(freemem() / 1_000_000),
    upForS: Math.round(uptime()),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

export interface FolderFigure {
  name: string;
  files: number;
  bytes: number;
}

/** Returns number and size of the files below each entry of the data folder. */
export async function describeFolder(dataDir: string): Promise<FolderFigure[]> {
  const names = (await readdir(dataDir)).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, ...(await measure(join(dataDir, name))) })),
  );
}

async function measure(path: string): Promise<{ files: number; bytes: number }> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isDirectory()) {
    return { files: found === null ? 0 : 1, bytes: found?.size ?? 0 };
  }
  // PostgreSQL's folder may belong to another user.
  const names = await readdir(path).catch(() => []);
  let [files, bytes] = [0, 0];
  for (const name of names) {
    const below = await measure(join(path, name));
    files += below.files;
    bytes += below.bytes;
  }
  return { files, bytes };
}
