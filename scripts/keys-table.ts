/**
 * Builds the table of the default keys in docs/spec/keys.md from the registries of the console.
 * `npx tsx scripts/keys-table.ts` prints it; `--write` writes it to the page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { CommandScope, KeyBinding } from "../apps/console/src/lib/key-binding.ts";
import { GeneratedBlock } from "./rules/generated-block.ts";
import { loadConsoleModule } from "./sources/console-module.ts";

const ROOT = join(import.meta.dirname, "..");
export const KEYS_PAGE = join(ROOT, "docs/spec/keys.md");
export const keysBlock = new GeneratedBlock("keys-table");

/**
 * Only a station that records calls, or a seat with a line that feeds the air, has these keys. The
 * table omits them, and the rule's sentence names them.
 */
const OF_SOME_SEATS: readonly string[] = ["line.record", "desk.dumpNext", "desk.dropAir"];

const scopes: Record<CommandScope, string> = {
  anywhere: "anywhere",
  page: "not typing",
  queue: "queue",
};

/** A key and the English sentence of its command. */
export interface WordedKey extends Pick<KeyBinding, "command" | "scope" | "keys"> {
  words: string;
}

/** Reads the keys of actions, page and panels from the console. */
export async function readKeys(): Promise<WordedKey[]> {
  const { listKeys } = await loadConsoleModule<{ listKeys: () => WordedKey[] }>("app/list-keys.ts");
  return listKeys();
}

export function printKeys(keys: readonly WordedKey[]): string {
  const rows = Object.entries(scopes).flatMap(([scope, name]) =>
    keys
      .filter((key) => key.scope === scope && !OF_SOME_SEATS.includes(key.command))
      .map((key) => [name, spell(key.keys), key.words]),
  );
  const head = ["| Scope | Key | Action |", "|---|---|---|"];
  return [...head, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/**
 * Writes `Control+Shift+ArrowUp` as `Ctrl+Shift+Up`. A sign is written without Shift, even if it
 * needs Shift on the keyboard.
 */
function spell(keys: readonly string[]): string {
  const spelled = keys.map((key) =>
    key
      .replace("Control", "Ctrl")
      .replace("Arrow", "")
      .replace(/^Shift\+(?=[^\w]$)/, "")
      .replace(/(?<=^|\+)[a-z]$/, (letter) => letter.toUpperCase()),
  );
  return [...new Set(spelled)].join(", ");
}

async function main(): Promise<void> {
  const table = printKeys(await readKeys());
  if (process.argv.includes("--write")) {
    writeFileSync(KEYS_PAGE, keysBlock.replace(readFileSync(KEYS_PAGE, "utf8"), table));
  } else {
    console.log(table);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main();
}
