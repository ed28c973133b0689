import { basename } from "node:path";

import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { findFolder, isShipped, type SourceFile } from "../sources/source-file.ts";

const SHORT_LINES = 40;
/** Beyond so many lines the importer is full. */
const ROOM_LINES = 200;
/**
 * What stands alone whoever imports it: stores hold the SQL, tables and migrations are one file
 * each, messages are loaded by language, a verb is a file, and an entry only collects.
 */
const ALONE =
  /-(?:store|tables|messages|messages\.de)\.ts$|\/(?:migrations|verbs)\/|-worker\.ts$|\/src\/main\.ts$/;

/** Rules stand below routes, and an index only collects: neither takes a file in. */
const CLOSED = /\/index\.ts$|-routes\.ts$/;

/** Finds short files with one importer, tests counted, that is in their own folder and has room. */
export function findJoinableFiles(
  files: SourceFile[],
  allowed: Pick<ReadonlyMap<string, string>, "has"> = new Map(),
): Breach[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const importers = collectImporters(files);
  return files.filter(isShort).flatMap(({ path, text }) => {
    const [one, ...others] = importers.get(path) ?? [];
    const importer = known.get(one ?? "");
    const isJoinable =
      importer !== undefined &&
      others.length === 0 &&
      findFolder(importer.path) === findFolder(path) &&
      !CLOSED.test(importer.path) &&
      countLines(text) + countLines(importer.text) <= ROOM_LINES &&
      !isLoadedLater(path, importer);
    if (!isJoinable || allowed.has(path)) {
      return [];
    }
    const message = `${basename(importer.path)} alone imports this short file: join the two.`;
    return [{ check: "joinable-file", at: path, message }];
  });
}

function collectImporters(files: SourceFile[]): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const { from } of findImports(file)) {
      importers.set(from, [...(importers.get(from) ?? []), file.path]);
    }
  }
  return importers;
}

function isShort({ path, text }: SourceFile): boolean {
  return isShipped(path) && !ALONE.test(path) && countLines(text) < SHORT_LINES;
}

/** `import("./panel.tsx")` makes a chunk of its own, which has to be a file. */
function isLoadedLater(path: string, importer: SourceFile): boolean {
  return importer.text.includes(`import("./${basename(path)}")`);
}

function countLines(text: string): number {
  return text.trimEnd().split("\n").length;
}
