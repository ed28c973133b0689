/**
 * Refuses an import against the order of folders and packages in `folder-orders.ts` (types
 * included), SQL outside stores, and test support in shipped code. `npm run check` runs it.
 */
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

import { type Breach, reportBreaches } from "./breach.ts";
import { type FolderOrder, folderOrders, oneImporter, packageDirections } from "./folder-orders.ts";
import { findHiddenTestSupport } from "./guards/hidden-test-support.ts";
import { findStoreBreaches } from "./guards/stores.ts";
import { findImports } from "./sources/imports.ts";
import { findOwner, isTestCode, readSourceFiles, type SourceFile } from "./sources/source-file.ts";

type FolderOrders = Readonly<Record<string, FolderOrder>>;

/** Checks a whole checkout. */
export function findDirectionBreaches(root: string): Breach[] {
  const files = readSourceFiles(root);
  const starters = readSourceFiles(root, ["scripts", "bench", "e2e"]);
  return [
    ...findOrderBreaches(files),
    ...files.flatMap(findPackageBreaches),
    ...findLibraryBreaches(files),
    ...findStoreBreaches(files),
    ...findHiddenTestSupport([...files, ...starters]),
  ];
}

/**
 * Finds folders that no list names, and files that import from a folder above or beside their own.
 */
export function findOrderBreaches(
  files: SourceFile[],
  orders: FolderOrders = folderOrders,
): Breach[] {
  const ordered = files.filter(
    ({ path }) =>
      /^(?:apps|packages)\/[^/]+\/src\//.test(path) &&
      !/\/(?:tests|testing)\/|\.test\.tsx?$/.test(path),
  );
  const tops = new Set(ordered.map(({ path }) => `${findOwner(path)}/src`));
  return [
    ...[...tops]
      .filter((folder) => orders[folder] === undefined)
      .map((folder) => refuse(folder, "folder-orders.ts has no list for this app or package.")),
    ...Object.keys(orders).flatMap((folder) => judgeList(ordered, folder, orders)),
  ];
}

function refuse(at: string, message: string): Breach {
  return { check: "folder-order", at, message };
}

function judgeList(files: SourceFile[], folder: string, orders: FolderOrders): Breach[] {
  const order = orders[folder] ?? [];
  const held = files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map((file) => ({ file, below: file.path.slice(folder.length + 1) }));
  const unlisted = held
    .filter(({ below }) => {
      const named = findPosition(below, order)?.folder;
      const own = posix.dirname(below);
      const isNamed =
        [".", named].includes(own) || named === below || orders[`${folder}/${named}`] !== undefined;
      return named === undefined || !isNamed;
    })
    .map(({ file }) => posix.dirname(file.path));
  const empty = order
    .flat()
    .filter((entry) => !held.some(({ below }) => findPosition(below, [entry])?.entry === entry));
  return [
    ...[...new Set(unlisted)].map((at) => refuse(at, "folder-orders.ts does not name it.")),
    ...empty.map((entry) => refuse(folder, `folder-orders.ts names ${entry}, which has no files.`)),
    ...held.flatMap(({ file }) => findUpwardImports(file, folder, order)),
  ];
}

function findUpwardImports(file: SourceFile, folder: string, order: FolderOrder): Breach[] {
  const own = findPosition(file.path.slice(folder.length + 1), order);
  return findImports(file)
    .filter(({ from }) => from.startsWith(`${folder}/`) && !from.endsWith(".css"))
    .flatMap(({ from }) => {
      const target = findPosition(from.slice(folder.length + 1), order);
      const isAllowed =
        own === null || target === null || target.rank < own.rank || target.folder === own.folder;
      if (isAllowed) {
        return [];
      }
      const relation = target.rank === own.rank ? "is beside" : "is below";
      return [refuse(file.path, `It imports ${from}: ${own.folder} ${relation} ${target.folder}.`)];
    });
}

/** The position of a file in a list. */
interface Position {
  entry: string;
  /** The folder of the entry. An entry with a star matches several folders. */
  folder: string;
  rank: number;
}

/** Returns the position of the longest entry that contains the file, or `null`. */
function findPosition(below: string, order: FolderOrder): Position | null {
  const aboveAll = { entry: "src", folder: "src", rank: Infinity };
  if (/^(?:index\.ts|main\.tsx?)$/.test(below) && !order.flat().includes(below)) {
    return aboveAll;
  }
  const positions = order.flatMap((group, rank) =>
    [group].flat().flatMap((entry) => {
      const folder = findFolderOfEntry(entry, below);
      return folder === null ? [] : [{ entry, folder, rank }];
    }),
  );
  const longest = positions.toSorted((one, other) => other.folder.length - one.folder.length)[0];
  return longest ?? (below.includes("/") ? null : aboveAll);
}

function findFolderOfEntry(entry: string, below: string): string | null {
  if (entry === ".") {
    return below.includes("/") ? null : ".";
  }
  const folder = entry.endsWith("/*")
    ? below.split("/").slice(0, entry.split("/").length).join("/")
    : entry;
  const isHeld = entry.endsWith("/*")
    ? below.startsWith(entry.slice(0, -1)) && folder !== below
    : below === entry || below.startsWith(`${entry}/`);
  return isHeld ? folder : null;
}

/**
 * Finds imports of this repository's packages that `packageDirections` does not allow, and imports
 * of another package by its path.
 */
export function findPackageBreaches(file: SourceFile): Breach[] {
  const owner = findOwner(file.path);
  const isUnitTest = /\/src\/.*\.test\.tsx?$/.test(file.path);
  if (isTestCode(file.path) && !isUnitTest && owner !== "packages/testkit") {
    return [];
  }
  const allowed = [...(packageDirections[owner] ?? []), ...(isUnitTest ? ["testkit"] : [])];
  return findImports(file)
    .filter(({ from }) => {
      const [scope, name = ""] = from.split("/");
      const isByPath = /^(?:apps|packages|bench|e2e|scripts)\//.test(from);
      return isByPath
        ? findOwner(from) !== owner && !isTestCode(file.path)
        : scope === "@linedesk" && !allowed.includes(name);
    })
    .map(({ from }) => {
      const message = `It imports ${from}: ${owner} may import ${allowed.join(", ") || "none"}.`;
      return { check: "package-direction", at: file.path, message };
    });
}

/** Finds telephony and media libraries that more than one file of an app or package imports. */
export function findLibraryBreaches(files: SourceFile[]): Breach[] {
  const first = new Map<string, string>();
  return files
    .filter(({ path }) => !isTestCode(path))
    .flatMap((file) =>
      findImports(file)
        .filter(({ from, isType }) => oneImporter.has(from) && !isType)
        .flatMap(({ from }) => {
          const key = `${findOwner(file.path)} ${from}`;
          const importer = first.get(key) ?? file.path;
          first.set(key, importer);
          const message = `It imports ${from}: only ${importer} may.`;
          return importer === file.path ? [] : [{ check: "library", at: file.path, message }];
        }),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  reportBreaches("directions", findDirectionBreaches(join(import.meta.dirname, "..")));
}
