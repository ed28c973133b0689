import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/** The files of a data folder that contain secrets, by their paths below it. */
const SECRET_FILES = [
  "secrets.json",
  "sso-keys.json",
  "tls/key.pem",
  "exchange/account.json",
  "exchange/account.env",
  "exchange/exchange.json",
];

/**
 * The state of the exchange. Its API keys are secret, but a restore needs its phone numbers even
 * without secrets.
 */
export const EXCHANGE_STATE = "exchange/exchange.json";

/**
 * The entries that a backup does not copy as files: the database, which it copies in another way,
 * and the files of the running processes.
 */
const LEFT_OUT =
  /^(?:postgres(?:\.making-.*)?|logs|running(?:-exchange)?\.json|last-backup|server-instance|internal-port)$/;
/** Unfinished files, and what belongs to this machine: sockets, and a drain of its exchange. */
const NOT_STORED = /\.(?:new|partial|lock|sock|probe-\d+)$|^secrets\.json\.\d|^draining$/;

export function isSecretFile(path: string): boolean {
  return SECRET_FILES.includes(path);
}

/** Lists the files of a station below its data folder, without those in `except`. */
export async function listStationFiles(dataDir: string, except: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.name.startsWith(".") && !LEFT_OUT.test(entry.name)) {
      const path = join(dataDir, entry.name);
      found.push(...(entry.isDirectory() ? await listFolder(path, except) : [path]));
    }
  }
  return found
    .filter((path) => !NOT_STORED.test(path.slice(path.lastIndexOf("/") + 1)))
    .map((path) => relative(dataDir, path))
    .toSorted();
}

async function listFolder(folder: string, except: string): Promise<string[]> {
  if (resolve(folder) === resolve(except)) {
    return [];
  }
  const entries = await readdir(folder, { withFileTypes: true });
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFolder(path, except) : entry.isFile() ? [path] : [];
    }),
  );
  return below.flat();
}
