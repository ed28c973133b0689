import { expect, test } from "vitest";

import { findConstantNames } from "./constant-names.ts";

function breachesIn(path: string, text: string): string[] {
  return findConstantNames([{ path, text }]).map(({ at }) => at);
}

test("module-level numbers and strings are in CONSTANT_CASE", () => {
  const text = [
    "const claimTimeMs = 15_000;",
    "export const path = `/signal`;",
    "const day = 24 * HOUR_MS;",
    "const LIMIT = 5;",
    "const limits = { a: 1 };",
    "function f() { const size = 3; return size; }",
    "let count = 0;",
  ].join("\n");

  expect(breachesIn("apps/x/src/a.ts", text)).toEqual([
    "apps/x/src/a.ts:1",
    "apps/x/src/a.ts:2",
    "apps/x/src/a.ts:3",
  ]);
});

test("sample values of tests are not facts of the product", () => {
  expect(breachesIn("apps/x/src/a.test.ts", `const number = "+61255500101";`)).toEqual([]);
  expect(breachesIn("apps/x/src/testing/a.ts", `const number = "+61255500101";`)).toEqual([]);
});
