import type { FolderOrder } from "../folder-orders.ts";
import type { SourceFile } from "../sources/source-file.ts";

/** A checkout, as far as it is measured. */
export interface Checkout {
  /** Everything below apps and packages. */
  product: SourceFile[];
  /** Everything below scripts, bench and e2e. */
  tools: SourceFile[];
  /** The lists of folders that the checkout's own check knows. */
  orders: Readonly<Record<string, FolderOrder>>;
  /** Ids of the rules that are not built yet. */
  planned: ReadonlySet<string>;
}

/** One row of the table: a number, or some with the words that tell them apart. */
export interface Measure {
  name: string;
  take: (checkout: Checkout) => string;
}

export function countLines(files: SourceFile[]): number {
  return files.reduce((total, { text }) => total + text.split("\n").length - 1, 0);
}

/** `exchange 24 of 28, server 15 of 16`: the short name of each app before its value. */
export function joinByOwner(values: readonly (readonly [owner: string, value: string])[]): string {
  return values.length === 0
    ? "none"
    : values.map(([owner, value]) => `${owner.split("/").at(-1)} ${value}`).join(", ");
}

export function listOwners(files: SourceFile[]): string[] {
  const owners = files.flatMap(
    ({ path }) => /^((?:apps|packages)\/[^/]+)\/src\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(owners)];
}
