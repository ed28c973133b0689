import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { findSubjectBreaches, readCommits } from "./commit-subjects.ts";

function messageOf(subject: string): string | undefined {
  return findSubjectBreaches([{ hash: "0123456789", subject }])[0]?.message;
}

test.each([
  [`calls: ${"x".repeat(66)}`, "has 73 characters"],
  ["Fix the queue", "does not have the form"],
  ["calls: Fix the queue", "does not have the form"],
  ["wip", "does not have the form"],
  ["sip: let a call end", "does not describe"],
  ["docs: tell the numbers", "does not describe"],
])("the subject %s is refused", (subject, words) => {
  expect(messageOf(subject)).toContain(words);
});

test.each([
  "telephony: re-register after offline [VD3]",
  "sip, media: split the engine",
  "calls: letter-box the display",
])("the subject %s passes", (subject) => {
  expect(messageOf(subject)).toBeUndefined();
});

test("without git there are no commits to check", () => {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-no-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  expect(readCommits(folder)).toEqual([]);
});
