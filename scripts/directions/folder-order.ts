import { posix } from "node:path";

import type { Breach } from "../breach.ts";
import { folderOrders, type FolderOrder } from "../folder-orders.ts";
import { findImports } from "../sources/imports.ts";
import { findOwner, isTestFile, type SourceFile } from "../sources/source-file.ts";
import { findPlace, mayImport, type Place } from "./folder-place.ts";

/** Which folder each of today's folders counts as, by app or package, until it has moved there. */
type FolderAliases = Readonly<Record<string, Readonly<Record<string, string>>>>;

type FolderOrders = Readonly<Record<string, FolderOrder>>;

const CHECK = "folder-order";

interface OrderOptions {
  orders?: FolderOrders;
  aliases?: FolderAliases;
}

/** Finds folders that no list names, and imports from a lower folder to a higher one. */
export function findOrderBreaches(files: SourceFile[], options: OrderOptions = {}): Breach[] {
  const { orders = folderOrders, aliases = {} } = options;
  const ordered = files.filter(({ path }) => isOrdered(path));
  const owners = [...new Set(ordered.map(({ path }) => findOwner(path)))];
  const unlisted = owners.filter((owner) => orders[`${owner}/src`] === undefined);
  return [
    ...unlisted.map((owner) => ({
      check: CHECK,
      at: owner,
      message: "This app or package has no list of its folders in folder-orders.ts.",
    })),
    ...Object.entries(orders).flatMap(([folder, order]) => {
      const own = aliases[findOwner(folder)] ?? {};
      const isMoving = Object.keys(aliases).length > 0;
      return judgeFolder(ordered, { folder, order, aliases: own, isMoving });
    }),
  ];
}

function isOrdered(path: string): boolean {
  return (
    /^(?:apps|packages)\/[^/]+\/src\//.test(path) &&
    !isTestFile(path) &&
    !/\/(?:tests|testing)\//.test(path)
  );
}

interface FolderList {
  folder: string;
  order: FolderOrder;
  aliases: Readonly<Record<string, string>>;
  /** Some folders of some app have yet to move, so that entries may name what is not there. */
  isMoving: boolean;
}

function judgeFolder(files: SourceFile[], list: FolderList): Breach[] {
  const { folder, order } = list;
  function placeOf(path: string): Place | null {
    const moved = followAlias(path, list);
    return moved === null ? null : findPlace(moved.slice(folder.length + 1), order);
  }
  const held = files.filter(({ path }) => followAlias(path, list) !== null);
  return [
    ...findUnknownFolders(held, placeOf),
    ...findStaleEntries(held, list),
    ...held.flatMap((file) => findUpwardImports(file, placeOf)),
  ];
}

/** Where a file counts as standing; null when that is not in the folder of the list. */
function followAlias(path: string, { folder, aliases }: FolderList): string | null {
  const owner = findOwner(folder);
  if (!path.startsWith(`${owner}/src/`)) {
    return null;
  }
  const below = path.slice(owner.length + 5);
  const alias = Object.keys(aliases)
    .filter((one) => below === one || below.startsWith(`${one}/`))
    .sort((one, other) => other.length - one.length)[0];
  // Until they have moved, only the list of the whole app knows where they belong.
  if (alias !== undefined && folder !== `${owner}/src`) {
    return null;
  }
  const moved = alias === undefined ? below : `${aliases[alias]}/${below.slice(alias.length)}`;
  const whole = posix.join(owner, "src", moved);
  return whole.startsWith(`${folder}/`) ? whole : null;
}

type FindPlace = (path: string) => Place | null;

function findUnknownFolders(files: SourceFile[], placeOf: FindPlace): Breach[] {
  const unknown = new Set(
    files.filter(({ path }) => placeOf(path) === null).map(({ path }) => posix.dirname(path)),
  );
  return [...unknown].map((folder) => ({
    check: CHECK,
    at: folder,
    message: "No list in folder-orders.ts names this folder.",
  }));
}

/** Entries without a folder. */
function findStaleEntries(files: SourceFile[], { folder, order, isMoving }: FolderList): Breach[] {
  if (isMoving) {
    return [];
  }
  const paths = files.map(({ path }) => path.slice(folder.length + 1));
  return order
    .flat()
    .filter((entry) => !paths.some((path) => findPlace(path, [entry])?.entry === entry))
    .map((entry) => ({
      check: CHECK,
      at: folder,
      message: `folder-orders.ts names ${entry}, which is not there.`,
    }));
}

function findUpwardImports(file: SourceFile, placeOf: FindPlace): Breach[] {
  const place = placeOf(file.path);
  return findImports(file).flatMap(({ from, isType }) => {
    const target = placeOf(from);
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
