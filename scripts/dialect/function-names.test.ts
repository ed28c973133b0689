import { expect, test } from "vitest";

import { findFunctionNames } from "./function-names.ts";

function namesIn(text: string, path = "apps/x/src/a.ts"): string[] {
  return findFunctionNames([{ path, text }]).map(({ message }) => message.split(" ")[0] ?? "");
}

test("a function whose name ends in `Of` and has no verb is refused, wherever it stands", () => {
  const text = [
    "function nameOf() {}",
    "export async function callsOfCallerOf() {}",
    "function f() { function keyOf() {} const valueOf = () => 1; }",
  ].join("\n");

  expect(namesIn(text)).toEqual(["nameOf", "callsOfCallerOf", "keyOf", "valueOf"]);
});

test("a verb in front, a value and a test pass", () => {
  expect(namesIn("function listFlagsOf() {} function isPartOf() {} function find() {}")).toEqual(
    [],
  );
  expect(namesIn("const ranksOf = { a: 1 }; const rankOf = new Map();")).toEqual([]);
  expect(namesIn("function nameOf() {}", "apps/x/src/a.test.ts")).toEqual([]);
});
