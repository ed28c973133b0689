import { expect, test } from "vitest";

import { listPlanned, markProven, readRules, summarise } from "./rules.ts";

const SPEC = [
  "# Audio servers",
  "",
  "- [AS1] An audio server has a name.",
  "- [AS2] planned: It goes offline.",
  "- [AS3] by review: It looks calm.",
  "",
  "  | a | table |",
].join("\n");

test("each rule is read with its id, mark, place and text", () => {
  expect(readRules("as.md", SPEC)).toEqual([
    { id: "AS1", mark: "none", at: "as.md:3", text: "An audio server has a name." },
    { id: "AS2", mark: "planned", at: "as.md:4", text: "It goes offline." },
    { id: "AS3", mark: "by review", at: "as.md:5", text: "It looks calm." },
  ]);
});

test("other list items are no rules", () => {
  expect(readRules("README.md", "- A rule marked planned\n  - [AS1] indented\n- [as1] x")).toEqual(
    [],
  );
});

test("only the planned mark of quoted rules is removed", () => {
  const text = "- [AS1] planned: One.\n- [AS2] planned: Two is planned: later.\n";

  expect(markProven(text, new Set(["AS2"]))).toBe(
    "- [AS1] planned: One.\n- [AS2] Two is planned: later.\n",
  );
});

test("rules are counted by page and by mark", () => {
  const rules = [
    ...readRules("docs/spec/audio-servers.md", SPEC),
    ...readRules("docs/spec/auth.md", "- [AU1] One."),
  ];

  expect(summarise(rules)).toEqual([
    "  audio-servers  3, 1 proven, 1 planned, 1 by review",
    "  auth           1, 1 proven",
    "rules: 4, 2 proven, 1 planned, 1 by review",
  ]);
});

test("planned rules are listed by page", () => {
  expect(listPlanned(readRules("docs/spec/audio-servers.md", SPEC))).toEqual([
    "audio-servers (1)",
    "  [AS2] It goes offline.",
  ]);
});
