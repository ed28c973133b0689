import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { findFolder, isTestCode, type SourceFile } from "../sources/source-file.ts";

const SERVER = "apps/server/src/";
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** Finds SQL outside stores, and stores that another feature imports. */
export function findStoreBreaches(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => path.startsWith(SERVER) && !isTestCode(path))
    .flatMap((file) => [...findSql(file), ...findForeignStores(file)]);
}

function findSql({ path, text }: SourceFile): Breach[] {
  if (mayHoldSql(path) || !SQL.test(text)) {
    return [];
  }
  return [{ check: "sql", at: path, message: "It contains SQL, which belongs in a *-store.ts." }];
}

function mayHoldSql(path: string): boolean {
  return path.includes("/db/") || /(?:-store|-migration|-tables)\.ts$/.test(path);
}

function findForeignStores(file: SourceFile): Breach[] {
  return findImports(file)
    .filter(({ from, isType }) => from.startsWith(SERVER) && from.endsWith("-store.ts") && !isType)
    .filter(({ from }) => !mayImportStore(file.path, from))
    .map(({ from }) => ({
      check: "foreign-store",
      at: file.path,
      message: `It imports ${from}: import the rules of another feature, not its store.`,
    }));
}

/**
 * Returns true for the store's own feature, for the wiring, which creates all stores, and for any
 * file if the store belongs to the platform.
 */
function mayImportStore(path: string, store: string): boolean {
  return (
    findFeature(path) === "" ||
    findFeature(path) === findFeature(store) ||
    /\/src\/(?:db|realtime|platform)\//.test(store)
  );
}

/** Returns the folder directly below `src`, or "" for the wiring. */
function findFeature(path: string): string {
  return findFolder(path).split("/")[0] ?? "";
}
