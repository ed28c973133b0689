import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { type Pages, printTable, readPages, rulesBlock } from "./rules-table.ts";

const root = join(import.meta.dirname, "..");

const pages: Pages = new Map([
  ["calls", [{ mark: "none" }, { mark: "none" }, { mark: "planned" }, { mark: "by review" }]],
  ["chat", [{ mark: "planned" }]],
]);

test("README's table of features matches the marks of the rules", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");

  // The command after a change of a mark: npx tsx scripts/rules-table.ts --write
  expect(rulesBlock.read(readme)).toBe(printTable(readPages(join(root, "docs/spec"))));
});

test("a page is listed in its area, with the number of unproven rules", () => {
  expect(printTable(pages, { Calls: ["calls"], Chat: ["chat"] }).split("\n")).toEqual([
    "| Area | Works | Measured | Planned |",
    "|---|---|---|---|",
    "| Calls | calls | calls 1 | calls 1 |",
    "| Chat | - | - | chat 1 |",
    "| **All rules** | **all others** | **1** | **2** |",
  ]);
});

test.each([
  ["in no area", { Calls: ["calls"] }],
  ["in two areas", { Calls: ["calls", "chat"], Chat: ["chat"] }],
  ["that does not exist", { Calls: ["calls", "chat", "gone"] }],
])("a page %s is refused", (_what, areas) => {
  expect(() => printTable(pages, areas)).toThrow("docs/spec has calls,chat");
});

test("only the table is replaced", () => {
  const empty = readFileSync(join(root, "README.md"), "utf8").replaceAll("| Calls", "| Other");

  const written = rulesBlock.replace(empty, "| a |");

  expect(rulesBlock.read(written)).toBe("| a |");
  expect(written.slice(0, 100)).toBe(empty.slice(0, 100));
  expect(written.slice(-100)).toBe(empty.slice(-100));
});
