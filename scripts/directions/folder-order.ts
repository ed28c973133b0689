import type { Breach } from "../breach.ts";
import { folderOrders, type FolderOrder } from "../folder-orders.ts";
import { findImports } from "../sources/imports.ts";
import { findFolder, findOwner, isTestFile, type SourceFile } from "../sources/source-file.ts";

/** Which of today's folders counts as which folder of the list, until it has moved there. */
type FolderAliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Place {
  /** The entry of the list: `edges/sip`, or `src` for the files above all folders. */
  entry: string;
  /** The folder itself where an entry with a star holds several. */
  folder: string;
  rank: number;
}

const CHECK = "folder-order";
const ABOVE_ALL: Place = { entry: "src", folder: "src", rank: Infinity };

interface OrderOptions {
  orders?: Readonly<Record<string, FolderOrder>>;
  aliases?: FolderAliases;
}

/** Finds folders that no list names, and imports from a lower folder to a higher one. */
export function findOrderBreaches(files: SourceFile[], options: OrderOptions = {}): Breach[] {
  const { orders = folderOrders, aliases = {} } = options;
  return [...groupByOwner(files.filter(({ path }) => isOrdered(path)))].flatMap(
    ([owner, ownFiles]) => {
      const order = orders[owner];
      if (order === undefined) {
        const message = "This app or package has no list of its folders in folder-orders.ts.";
        return [{ check: CHECK, at: owner, message }];
      }
      const placeOf = (path: string): Place | null => findPlace(path, order, aliases[owner] ?? {});
      return [
        ...findUnknownFolders(owner, ownFiles, placeOf),
        ...findStaleEntries(owner, ownFiles, { order, aliases: aliases[owner] ?? {} }),
        ...ownFiles.flatMap((file) => findUpwardImports(file, owner, placeOf)),
      ];
    },
  );
}

function isOrdered(path: string): boolean {
  return (
    /^(?:apps|packages)\/[^/]+\/src\//.test(path) &&
    !isTestFile(path) &&
    !/\/(?:tests|testing)\//.test(path)
  );
}

function groupByOwner(files: SourceFile[]): Map<string, SourceFile[]> {
  const groups = new Map<string, SourceFile[]>();
  for (const file of files) {
    const owner = findOwner(file.path);
    groups.set(owner, [...(groups.get(owner) ?? []), file]);
  }
  return groups;
}

/** Null where no entry holds the file. */
function findPlace(
  path: string,
  order: FolderOrder,
  aliases: Readonly<Record<string, string>>,
): Place | null {
  const below = path.split("/").slice(3).join("/");
  if (below === "index.ts" || /^main\.tsx?$/.test(below)) {
    return ABOVE_ALL;
  }
  const alias = Object.keys(aliases)
    .filter((folder) => below === folder || below.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)[0];
  const moved = alias === undefined ? below : `${aliases[alias]}${below.slice(alias.length)}`;
  const places = order.flatMap((group, rank) =>
    [group].flat().flatMap((entry) => matchEntry(entry, moved, rank)),
  );
  const place = places.sort((one, other) => other.folder.length - one.folder.length)[0];
  return place ?? (moved.includes("/") ? null : ABOVE_ALL);
}

function matchEntry(entry: string, below: string, rank: number): Place[] {
  if (entry === ".") {
    return below.includes("/") ? [] : [{ entry, folder: ".", rank }];
  }
  if (entry.endsWith("/*")) {
    const folder = below.split("/").slice(0, entry.split("/").length).join("/");
    const isHeld = below.startsWith(entry.slice(0, -1)) && folder !== below;
    return isHeld ? [{ entry, folder, rank }] : [];
  }
  return below === entry || below.startsWith(`${entry}/`) ? [{ entry, folder: entry, rank }] : [];
}

type FindPlace = (path: string) => Place | null;

function findUnknownFolders(owner: string, files: SourceFile[], placeOf: FindPlace): Breach[] {
  const unknown = new Set(
    files.filter(({ path }) => placeOf(path) === null).map(({ path }) => findFolder(path)),
  );
  return [...unknown].map((folder) => ({
    check: CHECK,
    at: `${owner}/src/${folder}`,
    message: "No list in folder-orders.ts names this folder.",
  }));
}

/** Entries without a folder; not before the last folder has moved to its place. */
function findStaleEntries(
  owner: string,
  files: SourceFile[],
  { order, aliases }: { order: FolderOrder; aliases: Readonly<Record<string, string>> },
): Breach[] {
  if (Object.keys(aliases).length > 0) {
    return [];
  }
  const isUsed = (entry: string): boolean =>
    files.some(({ path }) => findPlace(path, [entry], {})?.entry === entry);
  return order
    .flat()
    .filter((entry) => !isUsed(entry))
    .map((entry) => ({
      check: CHECK,
      at: owner,
      message: `folder-orders.ts names ${entry}, which is not there.`,
    }));
}

function findUpwardImports(file: SourceFile, owner: string, placeOf: FindPlace): Breach[] {
  const place = placeOf(file.path);
  return findImports(file).flatMap(({ from, isType }) => {
    const target = from.startsWith(`${owner}/src/`) ? placeOf(from) : null;
    if (place === null || target === null || mayImport(place, target)) {
      return [];
    }
    const order =
      target.rank === place.rank
        ? `${place.folder} and ${target.folder} stand side by side`
        : `${place.entry} stands below ${target.entry}`;
    const what = isType ? "imports the type of" : "imports";
    return [{ check: CHECK, at: file.path, message: `It ${what} ${from}: ${order}.` }];
  });
}

function mayImport(place: Place, target: Place): boolean {
  return target.rank < place.rank || target.folder === place.folder;
}
