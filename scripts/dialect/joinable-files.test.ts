import { join } from "node:path";

import { expect, test } from "vitest";

import { readSourceFiles } from "../sources/source-file.ts";
import { findJoinableFiles } from "./joinable-files.ts";
import { joinableList } from "./joinable-list.ts";

const FOLDER = "apps/x/src/calls";

function short(path = `${FOLDER}/hold.ts`, lines = 39) {
  return { path, text: "f();\n".repeat(lines) };
}

function importer(path = `${FOLDER}/call.ts`, lines = 100) {
  const from = path.startsWith(FOLDER) ? "." : "../calls";
  return { path, text: `import { hold } from "${from}/hold.ts";\n${short(path, lines).text}` };
}

function breachesIn(...files: { path: string; text: string }[]): string[] {
  return findJoinableFiles(files).map(({ at }) => at);
}

test("a short file that one file of its folder alone imports is refused", () => {
  expect(findJoinableFiles([importer(), short()])).toEqual([
    {
      check: "joinable-file",
      at: `${FOLDER}/hold.ts`,
      message: "call.ts alone imports this short file: join the two.",
    },
  ]);
});

test.each([
  ["of 40 lines", [importer(), short(`${FOLDER}/hold.ts`, 40)]],
  ["that nothing imports", [short()]],
  ["with two importers", [importer(), importer(`${FOLDER}/other.ts`), short()]],
  ["with a test", [importer(), importer(`${FOLDER}/hold.test.ts`), short()]],
  ["imported from elsewhere", [importer("apps/x/src/desk/call.ts"), short()]],
  ["whose importer is full", [importer(`${FOLDER}/call.ts`, 170), short()]],
  ["that an index collects", [importer(`${FOLDER}/index.ts`), short()]],
  ["below routes", [importer(`${FOLDER}/call-routes.ts`), short()]],
])("a short file %s stays", (_what, files) => {
  expect(breachesIn(...files)).toEqual([]);
});

test("a store, and what is loaded later, stay", () => {
  const store = { path: `${FOLDER}/call.ts`, text: `import { f } from "./hold-store.ts";` };
  const later = { path: `${FOLDER}/call.ts`, text: `const hold = await import("./hold.ts");` };

  expect(breachesIn(store, short(`${FOLDER}/hold-store.ts`))).toEqual([]);
  expect(breachesIn(later, short())).toEqual([]);
});

test("what reads better alone is let pass, each with its reason, and the list only shrinks", () => {
  const reasons = new Map([[`${FOLDER}/hold.ts`, "one rule a file"]]);

  expect(findJoinableFiles([importer(), short()], reasons)).toEqual([]);
  expect(joinableList.size).toBeLessThanOrEqual(16);
});

test("the list names nothing that has gone or has grown", () => {
  const files = readSourceFiles(join(import.meta.dirname, "..", ".."));

  const joinable = new Set(findJoinableFiles(files).map(({ at }) => at));

  expect([...joinableList.keys()].filter((path) => !joinable.has(path))).toEqual([]);
});
