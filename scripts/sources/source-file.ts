import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface SourceFile {
  /** The path from the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

const SKIPPED = /(?:^|\/)(?:node_modules|dist|\.output)\//;

/** Reads every TypeScript file below the given top folders of a checkout. */
export function readSourceFiles(root: string, tops: string[] = ["apps", "packages"]): SourceFile[] {
  return tops
    .filter((top) => existsSync(join(root, top)))
    .flatMap((top) =>
      listFiles(join(root, top)).map((path) => posix.join(top, path.replaceAll("\\", "/"))),
    )
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !SKIPPED.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/**
 * Lists files, except in `node_modules` and `dist`, which the recursive option of `readdirSync`
 * would read.
 */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) {
      return [entry.name];
    }
    if (entry.name === "node_modules" || entry.name === "dist") {
      return [];
    }
    return listFiles(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
  });
}

export function isTestFile(path: string): boolean {
  return /\.(?:test|e2e)\.tsx?$/.test(path);
}

/** Returns true for tests, test support, and folders that are never shipped. */
export function isTestCode(path: string): boolean {
  return (
    isTestFile(path) ||
    /\/(?:tests|testing)\//.test(path) ||
    /^(?:packages\/testkit|e2e|bench|scripts)\//.test(path)
  );
}

/** Returns true for a file of the product below the `src` of an app or package. */
export function isShipped(path: string): boolean {
  return /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !isTestCode(path);
}

/** Returns the app or package of a file, such as `apps/server`; for other files the top folder. */
export function findOwner(path: string): string {
  const [top = "", name = ""] = path.split("/");
  return top === "apps" || top === "packages" ? `${top}/${name}` : top;
}

/** Returns the folder of a file below `src`: `edges/sip`, or "" directly in `src`. */
export function findFolder(path: string): string {
  return path.split("/").slice(3, -1).join("/");
}
