import { expect, test } from "vitest";

import { findWideComments } from "./comment-width.ts";

function breachesOf(text: string): string[] {
  return findWideComments([{ path: "apps/x/src/a.ts", text }]).map(
    ({ at, message }) => `${at}: ${message}`,
  );
}

test("a comment that is wider than 100 columns is refused, with its line", () => {
  const wide = `const a = 1; // ${"x".repeat(90)}`;
  const block = `/**\n * one\n * ${"y".repeat(98)}\n */\nconst b = 1;`;

  expect(breachesOf(`const z = 0;\n${wide}`)).toEqual([
    "apps/x/src/a.ts:2: The comment is 106 columns wide, more than 100.",
  ]);
  expect(breachesOf(block)).toEqual([
    "apps/x/src/a.ts:3: The comment is 101 columns wide, more than 100.",
  ]);
});

test("a comment of 100 columns, an address and a long string pass", () => {
  expect(breachesOf(`// ${"x".repeat(97)}`)).toEqual([]);
  expect(breachesOf(`// https://example.com/${"x".repeat(97)}`)).toEqual([]);
  expect(breachesOf(`const a = "${"x".repeat(120)}";`)).toEqual([]);
});
