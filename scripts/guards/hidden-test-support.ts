import { posix } from "node:path";

import type { Breach } from "../breach.ts";
import { findImports } from "../sources/imports.ts";
import { isShipped, isTestCode, isTestFile, type SourceFile } from "../sources/source-file.ts";

/** Finds files of shipped folders that are imported only by tests, or only by other such files. */
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

/** Returns the users of each file: they import it, or name it in a string as a program to start. */
function findUsers(files: SourceFile[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  function add(used: string, by: string): void {
    users.set(used, [...(users.get(used) ?? []), by]);
  }
  for (const file of files) {
    // The build and the development server start files by their names, so a script uses a shipped
    // file like other shipped code.
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
