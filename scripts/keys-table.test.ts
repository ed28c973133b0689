import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { KEYS_PAGE, keysBlock, printKeys, readKeys, type WordedKey } from "./keys-table.ts";

test("[KY1] the table of keys matches the console's registries", async () => {
  const page = readFileSync(KEYS_PAGE, "utf8");

  // The command after a change of a key: npx tsx scripts/keys-table.ts --write
  expect(keysBlock.read(page)).toBe(printKeys(await readKeys()));
});

test("keys are written as people read them, by scope, without Record, because only some stations record", () => {
  const keys: WordedKey[] = [
    { command: "queue.up", scope: "queue", keys: ["ArrowUp", "k"], words: "Row up" },
    { command: "app.sheet", scope: "page", keys: ["?", "Shift+?"], words: "Show the shortcuts" },
    { command: "line.record", scope: "page", keys: ["t"], words: "Record" },
    { command: "palette", scope: "anywhere", keys: ["Control+k", "Meta+k"], words: "Commands" },
    { command: "history", scope: "page", keys: ["Shift+H"], words: "Past calls" },
  ];

  expect(printKeys(keys).split("\n").slice(2)).toEqual([
    "| anywhere | Ctrl+K, Meta+K | Commands |",
    "| not typing | ? | Show the shortcuts |",
    "| not typing | Shift+H | Past calls |",
    "| queue | Up, K | Row up |",
  ]);
});

test("a page without the block is refused", () => {
  expect(() => keysBlock.replace("# Keys", "| a |")).toThrow("the page has no block");
});
