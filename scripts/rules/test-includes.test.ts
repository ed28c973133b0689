import { expect, test } from "vitest";

import { readTestIncludes, toPattern } from "./test-includes.ts";

test("the files of both runners are found in their configurations", () => {
  const vitest = `projects: [{ test: { include: ["apps/*/src/**/*.test.ts", "scripts/*.test.ts"] } },
    { test: { include: ["apps/*/tests/**/*.test.ts"] } }]`;
  const playwright = `testDir: "e2e",\n  testMatch: "**/*.e2e.ts",`;
  const includes = readTestIncludes({ vitest, playwright });
  const isRun = (path: string): boolean => includes.some((one) => one.test(path));

  expect(
    [
      "apps/server/src/a.test.ts",
      "apps/server/src/a/b.test.ts",
      "apps/server/tests/a.test.ts",
      "scripts/a.test.ts",
      "e2e/a.e2e.ts",
    ].filter((path) => !isRun(path)),
  ).toEqual([]);
  expect(
    ["apps/console/src/a.test.tsx", "scripts/tests/a.test.ts", "bench/a.test.ts"].filter(isRun),
  ).toEqual([]);
});

test("a glob may include and exclude folders", () => {
  const pattern = toPattern("scripts/{*,!(tests)/*}.test.ts");

  expect(pattern.test("scripts/a.test.ts")).toBe(true);
  expect(pattern.test("scripts/rules/a.test.ts")).toBe(true);
  expect(pattern.test("scripts/tests/a.test.ts")).toBe(false);
});
