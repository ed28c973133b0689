import { posix } from "node:path";

import type { Breach } from "../breach.ts";
import { folderOrders, type FolderOrder } from "../folder-orders.ts";
import { findImports } from "../sources/imports.ts";
import { findOwner, isTestFile, type SourceFile } from "../sources/source-file.ts";
import { findPlace, mayImport, type Position } from "./folder-place.ts";

type FolderOrders = Readonly<Record<string, FolderOrder>>;

const CHECK = "folder-order";

/** Finds folders that no list names, and imports from a lower folder to a higher one. */
export function findOrderBreaches(
  files: SourceFile[],
  orders: FolderOrders = folderOrders,
): Breach[] {
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
      const isListed = (inside: string): boolean => orders[`${folder}/${inside}`] !== undefined;
      return judgeFolder(ordered, { folder, order, isListed });
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
  /** Whether a folder inside has a list of its own. */
  isListed: (inside: string) => boolean;
}

function judgeFolder(files: SourceFile[], list: FolderList): Breach[] {
  const { folder, order, isListed } = list;
  function placeOf(path: string): Position | null {
    return path.startsWith(`${folder}/`) ? findPlace(path.slice(folder.length + 1), order) : null;
  }
  const held = files.filter(({ path }) => path.startsWith(`${folder}/`));
  return [
    ...findUnknownFolders(held, (path) => {
      const position = placeOf(path);
      const isHeld =
        position !== null && (isNamed(path, { folder, position }) || isListed(position.folder));
      return isHeld ? position : null;
    }),
    ...findStaleEntries(held, list),
    ...held.flatMap((file) => findUpwardImports(file, placeOf)),
  ];
}

/** Whether an entry names the file's own folder, and not only one that holds it. */
function isNamed(
  path: string,
  { folder, position }: { folder: string; position: Position },
): boolean {
  const own = posix.dirname(path.slice(folder.length + 1));
  return own === "." || own === position.folder;
}

type FindPlace = (path: string) => Position | null;

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
function findStaleEntries(files: SourceFile[], { folder, order }: FolderList): Breach[] {
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
  const position = placeOf(file.path);
  return findImports(file).flatMap(({ from, isType }) => {
    // A style sheet imports nothing, wherever it stands.
    const target = from.endsWith(".css") ? null : placeOf(from);
    if (position === null || target === null || mayImport(position, target)) {
      return [];
    }
    const order =
      target.rank === position.rank
        ? `${position.folder} and ${target.folder} stand side by side`
        : `${position.entry} stands below ${target.entry}`;
    const what = isType ? "imports the type of" : "imports";
    return [{ check: CHECK, at: file.path, message: `It ${what} ${from}: ${order}.` }];
  });
}
