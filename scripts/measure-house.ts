/**
 * Prints what the house is measured by, a row each: `npx tsx scripts/measure-house.ts`.
 * `--root DIR` measures another checkout, and `--before DIR` sets an older one beside it.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { readPlannedIds } from "./check-rules.ts";
import { dialectMeasures } from "./house/dialects.ts";
import type { Checkout } from "./house/measure.ts";
import { repetitionMeasures } from "./house/repetitions.ts";
import { structureMeasures } from "./house/structure.ts";
import { readSourceFiles } from "./sources/source-file.ts";

/** Each row: the name of what is measured, and its value in each checkout. */
export function measureHouse(checkouts: readonly Checkout[]): string[][] {
  return [...structureMeasures, ...repetitionMeasures, ...dialectMeasures].map(({ name, take }) => [
    name,
    ...checkouts.map((checkout) => take(checkout)),
  ]);
}

/** A table of Markdown, which also reads well on a terminal. */
export function formatTable(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

async function readCheckout(root: string): Promise<Checkout> {
  const lists = join(root, "scripts", "folder-orders.ts");
  // An older checkout has no lists.
  const { folderOrders } = existsSync(lists)
    ? ((await import(pathToFileURL(lists).href)) as { folderOrders: Checkout["orders"] })
    : { folderOrders: {} };
  return {
    product: readSourceFiles(root),
    tools: readSourceFiles(root, ["scripts", "bench", "e2e"]),
    orders: folderOrders,
    planned: existsSync(join(root, "docs", "spec")) ? readPlannedIds(root) : new Set(),
  };
}

function readFlag(args: string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const root = resolve(readFlag(args, "--root") ?? join(import.meta.dirname, ".."));
  const before = readFlag(args, "--before");
  const now = await readCheckout(root);
  if (before === undefined) {
    console.log(formatTable(["measure", "now"], measureHouse([now])));
  } else {
    const then = await readCheckout(resolve(before));
    console.log(formatTable(["measure", "before", "now"], measureHouse([then, now])));
  }
}
