/**
 * Builds README's table of working and planned rules from the marks of the rules in docs/spec. `npx
 * tsx scripts/rules-table.ts` prints it; `--write` writes it to README.md.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import { GeneratedBlock } from "./rules/generated-block.ts";
import { readRules, type Rule } from "./rules/rules.ts";

const ROOT = join(import.meta.dirname, "..");
const SPEC_FOLDER = "docs/spec";
export const rulesBlock = new GeneratedBlock("rules-table");

const COLUMNS: { title: string; mark: Rule["mark"] }[] = [
  { title: "Works", mark: "none" },
  { title: "Measured", mark: "by review" },
  { title: "Planned", mark: "planned" },
];

/** The areas of the table; each page of docs/spec belongs to one of them. */
const AREAS: Record<string, string[]> = {
  "Calls and the desk": [
    "calls",
    "desk",
    "queue",
    "lines",
    "phone-lines",
    "callers",
    "flags",
    "outbound",
    "conferences",
  ],
  Console: [
    "shell",
    "queue-list",
    "keys",
    "actions",
    "panels",
    "settings",
    "storage",
    "connection",
    "error-words",
    "language",
    "colours",
    "accessibility",
  ],
  "Sound and voice": ["sound", "voice-device", "voice-errors", "audio-servers"],
  "Around the call": ["contacts", "history", "recordings", "chat", "prizes", "contests", "admin"],
  "Sign-in and rights": ["auth", "sso", "roles"],
  "API, events and data": ["http-api", "realtime", "hub", "data"],
  "Telephone exchange": [
    "exchange-sip",
    "trunks",
    "exchange-media",
    "exchange-twiml",
    "exchange-rest",
    "exchange-signalling",
    "exchange-webhooks",
    "exchange-standalone",
  ],
  "Start and operation": ["start", "monitoring"],
};

/** The rules of each page, by the page's name without `.md`. */
export type Pages = ReadonlyMap<string, readonly Pick<Rule, "mark">[]>;

export function readPages(folder: string): Pages {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  return new Map(
    files.map((name) => [
      basename(name, ".md"),
      readRules(name, readFileSync(join(folder, name), "utf8")),
    ]),
  );
}

/** Throws if a page is in no area or in two, or if an area names a page that does not exist. */
export function printTable(pages: Pages, areas: Record<string, string[]> = AREAS): string {
  const placed = Object.values(areas).flat().toSorted();
  const existing = [...pages.keys()].toSorted();
  if (placed.join() !== existing.join()) {
    throw new Error(`The areas name the pages ${placed.join()}, docs/spec has ${existing.join()}`);
  }
  const rows = Object.entries(areas).map(([area, names]) => [
    area,
    ...COLUMNS.map(({ mark }) => listPages(pages, names, mark)),
  ]);
  const all = existing.flatMap((name) => pages.get(name) ?? []);
  const counts = COLUMNS.map(
    ({ mark }) => `**${mark === "none" ? "all others" : count(all, mark)}**`,
  );
  const titles = ["Area", ...COLUMNS.map(({ title }) => title)];
  const lines = [titles, titles.map(() => "---"), ...rows, ["**All rules**", ...counts]];
  return lines.map((cells) => `| ${cells.join(" | ")} |`.replaceAll("| --- ", "|---")).join("\n");
}

function count(rules: readonly Pick<Rule, "mark">[], mark: Rule["mark"]): number {
  return rules.filter((rule) => rule.mark === mark).length;
}

/**
 * Lists pages with working rules as `calls, desk`, and pages with other rules with the number of
 * these rules, as `calls 2`. The addition of a proven rule therefore does not change the table.
 */
function listPages(pages: Pages, names: string[], mark: Rule["mark"]): string {
  const listed = names.flatMap((name) => {
    const rules = count(pages.get(name) ?? [], mark);
    return rules === 0 ? [] : [mark === "none" ? name : `${name} ${rules}`];
  });
  return listed.length === 0 ? "-" : listed.join(", ");
}

function main(): void {
  const table = printTable(readPages(join(ROOT, SPEC_FOLDER)));
  if (process.argv.includes("--write")) {
    const path = join(ROOT, "README.md");
    writeFileSync(path, rulesBlock.replace(readFileSync(path, "utf8"), table));
  } else {
    console.log(table);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main();
}
