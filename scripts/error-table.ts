/**
 * Builds the tables of docs/api-errors.md from the reasons of the contract and the server's
 * messages. `npx tsx scripts/error-table.ts` prints them; `--write` writes them to the page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { errorReasons, messages } from "../apps/server/src/errors/describe-refusal.ts";
import { errorStatus, type Reason } from "../packages/contract/src/index.ts";

export const PAGE = join(import.meta.dirname, "..", "docs", "api-errors.md");
const BEGIN = "<!-- error-table: npx tsx scripts/error-table.ts --write -->";
const END = "<!-- /error-table -->";

const reasons = Object.keys(errorReasons) as Reason[];

/**
 * Returns two tables: the reasons of whole responses in the order of their codes, and the reasons
 * of fields.
 */
export function printTables(): string {
  const codes = Object.entries(errorStatus).flatMap(([code, status]) =>
    reasons
      .filter((reason) => errorReasons[reason][0] === code)
      .map((reason) => `| ${status} \`${code}\` | \`${reason}\` | ${escape(messages[reason])} |`),
  );
  const parts = reasons
    .filter((reason) => errorReasons[reason][0] === null)
    .map((reason) => `| \`${reason}\` | ${escape(messages[reason])} |`);
  return [
    "| Status and code | Reason | Message |",
    "|---|---|---|",
    ...codes,
    "",
    "Reasons of fields, of lines of an imported file, and of parts of other messages:",
    "",
    "| Reason | Message |",
    "|---|---|",
    ...parts,
  ].join("\n");
}

function escape(message: string): string {
  return message.replaceAll("|", String.raw`\|`);
}

export function findTables(page: string): string {
  return page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim();
}

function writeTables(page: string): string {
  const head = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  return `${head}\n${printTables()}\n${page.slice(page.indexOf(END))}`;
}

function run(): void {
  if (process.argv.includes("--write")) {
    writeFileSync(PAGE, writeTables(readFileSync(PAGE, "utf8")));
    return;
  }
  process.stdout.write(`${printTables()}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  run();
}
