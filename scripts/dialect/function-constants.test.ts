import { expect, test } from "vitest";

import { findFunctionConstants } from "./function-constants.ts";

function linesOf(text: string): string[] {
  return findFunctionConstants([{ path: "apps/x/src/a.ts", text }]).map(({ at }) => at);
}

test("an arrow constant at the top of a file is refused, exported or not", () => {
  expect(linesOf("const hold = () => 1;\nexport const end = async (id: string) => id;")).toEqual([
    "apps/x/src/a.ts:1",
    "apps/x/src/a.ts:2",
  ]);
});

test("callbacks, declared function types and what is nested are left alone", () => {
  const text = [
    "const open: Handler = () => 1;",
    "list.map((one) => one);",
    "function f() { const inner = () => 1; return inner; }",
    "const value = make(() => 1);",
  ].join("\n");

  expect(linesOf(text)).toEqual([]);
});
