import type { FolderOrder } from "../folder-orders.ts";

/** Where a file stands in an ordered list of folders. */
export interface Position {
  /** The entry of the list, or `src` for the files above all folders. */
  entry: string;
  /** The folder itself where an entry with a star holds several. */
  folder: string;
  rank: number;
}

/** Null where no entry holds the file. */
export function findPlace(below: string, order: FolderOrder): Position | null {
  const aboveAll = { entry: "src", folder: "src", rank: Infinity };
  const isEntry = below === "index.ts" || /^main\.tsx?$/.test(below);
  if (isEntry && !order.flat().includes(below)) {
    return aboveAll;
  }
  const positions = order.flatMap((group, rank) =>
    [group].flat().flatMap((entry) => matchEntry(entry, below, rank)),
  );
  const position = positions.sort((one, other) => other.folder.length - one.folder.length)[0];
  return position ?? (below.includes("/") ? null : aboveAll);
}

function matchEntry(entry: string, below: string, rank: number): Position[] {
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

export function mayImport(position: Position, target: Position): boolean {
  return target.rank < position.rank || target.folder === position.folder;
}
