import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** A package in `node_modules`. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  /** The folder below the root, such as `node_modules/pino`. */
  folder: string;
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Returns these packages and all that they need, as Node would find them from `root`, sorted by
 * folder. Leaves out an optional package that is not installed, and throws if any other package is
 * missing.
 */
export async function listShipped(
  root: string,
  names: readonly string[],
): Promise<ShippedPackage[]> {
  const found = new Map<string, ShippedPackage>();
  async function add(name: string, from: string, isNeeded: boolean): Promise<void> {
    const folder = findPackage(root, from, name);
    if (folder === null) {
      if (isNeeded) {
        throw new Error(`${name}, which ${from} needs, is not installed.`);
      }
      return;
    }
    const below = relative(root, folder);
    if (found.has(below)) {
      return;
    }
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
    const { license = "UNKNOWN", version, dependencies, optionalDependencies } = manifest;
    found.set(below, { name, version, license, folder: below });
    const optional = { ...manifest.peerDependencies, ...optionalDependencies };
    for (const needed of Object.keys({ ...dependencies, ...optional })) {
      await add(needed, folder, !(needed in optional));
    }
  }
  for (const name of names) {
    await add(name, root, true);
  }
  return [...found.values()].toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Returns the folder of a package, looked up in each `node_modules` above `from`. */
function findPackage(root: string, from: string, name: string): string | null {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) {
      return candidate;
    }
  }
  return null;
}

/** Files that a running program does not read. */
const unread =
  /\.(?:map|md|markdown|d\.[cm]?ts|tsbuildinfo)$|\/(?:test|tests|docs|example|examples|\.github)\//;

/** Copies the packages to the same folders below `target`, without their nested packages. */
export async function copyShipped(
  root: string,
  target: string,
  packages: readonly ShippedPackage[],
): Promise<void> {
  for (const { folder } of packages) {
    const from = join(root, folder);
    await mkdir(join(target, folder), { recursive: true });
    await cp(from, join(target, folder), {
      recursive: true,
      dereference: false,
      verbatimSymlinks: true,
      filter: (path) => {
        const inside = path.slice(from.length);
        return !inside.startsWith("/node_modules") && !unread.test(inside);
      },
    });
  }
}
