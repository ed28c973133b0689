import { expect, test } from "vitest";

import { findCommentBreaches } from "./comments.ts";

function checksOf(text: string): string[] {
  return findCommentBreaches([{ path: "apps/x/src/a.ts", text }]).map(({ check }) => check);
}

test.each([
  "/** Returns the whole day. */",
  "// A line comment\n// Of two lines goes on.",
  'const words = "Who is there, a stranger at the door?";',
])("%j is accepted", (text) => {
  expect(checksOf(text)).toEqual([]);
});

test.each([
  ["/** Who calls. */", "comment-opening"],
  ["/**\n * `null` where nobody does.\n */", "comment-opening"],
  ["const a = 1; // Of the line.", "comment-opening"],
  ["// Refuses a stranger.", "comment-word"],
])("%j is refused", (text, check) => {
  expect(checksOf(text)).toEqual([check]);
});
