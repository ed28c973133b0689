import { posix } from "node:path";

import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { isShipped, isTestCode, isTestFile, type SourceFile } from "../sources/source-file.ts";

/** Finds shipped code that imports test support, and test support among shipped code. */
export function findTestSupportBreaches(files: SourceFile[]): Breach[] {
  return [...findImportsOfTesting(files), ...findHiddenTestSupport(files)];
}

function findImportsOfTesting(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) =>
      findImports(file)
        .filter(({ from }) => /\/(?:testing|tests)(?:\/|$)|\.test\.tsx?$/.test(from))
        .map(({ from }) => ({
          check: "testing-import",
          at: file.path,
          message: `It imports ${from}: shipped code never imports test support.`,
        })),
    );
}

/** Files of shipped folders that only tests import, or only such files. */
export function findHiddenTestSupport(files: SourceFile[]): Breach[] {
  const users = findUsers(files);
  const candidates = files
    .map(({ path }) => path)
    .filter((path) => isShipped(path) && !path.endsWith("/src/index.ts") && users.has(path));
  const hidden = new Set<string>();
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size;
    for (const path of candidates) {
      if (users.get(path)?.every((user) => isTestCode(user) || hidden.has(user)) === true) {
        hidden.add(path);
      }
    }
  }
  return [...hidden].sort().map((path) => ({
    check: "hidden-test-support",
    at: path,
    message: "Only tests import this file: move it to a testing folder.",
  }));
}

/** Who imports each file or names it in a string, as a worker and an entry of a bundle are. */
function findUsers(files: SourceFile[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  function add(used: string, by: string): void {
    users.set(used, [...(users.get(used) ?? []), by]);
  }
  for (const file of files) {
    // The build and the development server start what they name.
    const isStarter = file.path.startsWith("scripts/") && !isTestFile(file.path);
    const user = isStarter ? "start" : file.path;
    for (const { from } of findImports(file)) {
      add(from, user);
    }
    for (const named of findNamedFiles(file)) {
      add(named, user);
    }
  }
  return users;
}

function findNamedFiles({ path, text }: SourceFile): string[] {
  if (path.endsWith(".test.ts")) {
    return [];
  }
  const names = [...text.matchAll(/(?<!from )["'`]([^"'`\s]*\.tsx?)["'`]/g)];
  return names.map(([, name = ""]) =>
    name.startsWith(".") ? posix.join(posix.dirname(path), name) : name,
  );
}
