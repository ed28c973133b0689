/**
 * Builds the manual in docs/manual from its sources in apps/console/manual: it replaces the tokens
 * with the names that the console shows. `npx tsx scripts/manual-pages.ts --write` writes the
 * pages; without `--write` it fails on a page that is missing or out of date. `npm run check` runs
 * it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { ConsoleNames } from "../apps/console/src/app/console-names.ts";
import { buildManual, type Manual } from "./manual/build-manual.ts";
import type { ManualLanguage } from "./manual/page-order.ts";
import { loadConsoleModule } from "./sources/console-module.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "apps/console/manual");
const PAGES = join(ROOT, "docs/manual");

type Names = Record<ManualLanguage, ConsoleNames>;

/** Reads the names of keys, buttons, panels, sections and words from the console. */
export async function readNames(): Promise<Names> {
  const { listNames } = await loadConsoleModule<{ listNames: () => Names }>("app/list-names.ts");
  return listNames();
}

/** Lists stale pages, pages without a source, missing pictures, and pictures on no page. */
export function compare(
  { files, pictures }: Manual,
  written: ReadonlyMap<string, string>,
  pictured: ReadonlySet<string>,
): string[] {
  const stale = [...files].filter(([path, text]) => written.get(path) !== text);
  const old = [...written.keys()].filter((path) => !files.has(path));
  const shown = [...pictures].filter(([path]) => !pictured.has(path));
  const hidden = [...pictured].filter((path) => !pictures.has(path));
  return [
    ...stale.map(([path]) => `docs/manual/${path} is out of date.`),
    ...old.map((path) => `docs/manual/${path} has no source.`),
    ...shown.map(([path, at]) => `docs/manual/${path} is missing; ${at} shows it.`),
    ...hidden.map((path) => `docs/manual/${path} is on no page.`),
  ];
}

/** Returns the sorted paths of the files with this ending; none if the folder does not exist. */
function list(folder: string, ending: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((path) => path.replaceAll("\\", "/"))
        .filter((path) => path.endsWith(ending))
        .toSorted()
    : [];
}

function readSources(): Map<string, string> {
  return new Map(
    list(SOURCES, ".md").map((path) => [
      path.slice(0, -".md".length),
      readFileSync(join(SOURCES, path), "utf8"),
    ]),
  );
}

function readPages(): Map<string, string> {
  return new Map(list(PAGES, ".md").map((path) => [path, readFileSync(join(PAGES, path), "utf8")]));
}

function write({ files }: Manual): void {
  for (const path of list(PAGES, ".md").filter((one) => !files.has(one))) {
    rmSync(join(PAGES, path));
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(PAGES, path)), { recursive: true });
    writeFileSync(join(PAGES, path), text);
  }
}

async function main(): Promise<void> {
  const manual = buildManual(readSources(), await readNames());
  if (process.argv.includes("--write")) {
    write(manual);
  }
  const lacks = compare(manual, readPages(), new Set(list(PAGES, ".png")));
  const problems = [...manual.problems, ...lacks];
  problems.forEach((sentence) => console.error(sentence));
  if (problems.length > 0) {
    console.error(
      "Run npx tsx scripts/manual-pages.ts --write for the pages, npm run pictures for pictures.",
    );
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main();
}
