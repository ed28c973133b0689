import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

type RuleMark = "planned" | "by review" | "none";

export interface Rule {
  id: string;
  mark: RuleMark;
  /** `file:line`, for the message. */
  at: string;
}

export interface Quote {
  id: string;
  at: string;
}

const specFolder = "docs/spec";
const testFolders = ["apps", "packages", "e2e", "tests", "bench", "scripts"];
/** Its titles are made up. */
const ownTest = "scripts/check-rules.test.ts";
const skippedFolders = new Set(["node_modules", "dist", "coverage", ".output"]);
const testFile = /\.(test\.tsx?|spec\.ts|e2e\.ts)$/;

const ruleLine = /^- \[([A-Z]{2}\d+)\] (planned: |by review: )?/;
const titleStart = /(["'`])(?=\[[A-Z]{2}\d+\])/g;
const idInTitle = /\[([A-Z]{2}\d+)\]/g;
const skippedTest = /\.(skip|todo|fixme)\(\s*$/;
const commentLine = /^\s*(\/\/|\/?\*)/;

export function readRules(file: string, text: string): Rule[] {
  return text.split("\n").flatMap((line, index) => {
    const match = ruleLine.exec(line);
    if (!match?.[1]) {
      return [];
    }
    return [{ id: match[1], mark: markOf(match[2]), at: `${file}:${index + 1}` }];
  });
}

function markOf(written: string | undefined): RuleMark {
  if (written === "planned: ") {
    return "planned";
  }
  return written === "by review: " ? "by review" : "none";
}

/** The ids in test titles: string literals that begin with one. A skipped test proves nothing. */
export function readQuotes(file: string, text: string): Quote[] {
  return [...text.matchAll(titleStart)].flatMap((start) => {
    const before = text.slice(0, start.index);
    const linesBefore = before.split("\n");
    if (commentLine.test(linesBefore.at(-1) ?? "") || skippedTest.test(before)) {
      return [];
    }
    const title = text.slice(start.index + 1).split(start[1] ?? "", 1)[0] ?? "";
    const at = `${file}:${linesBefore.length}`;
    return [...title.matchAll(idInTitle)].flatMap(([, id]) => (id ? [{ id, at }] : []));
  });
}

/** One line for each thing that is wrong; none when rules and tests agree. */
export function findProblems(rules: Rule[], quotes: Quote[]): string[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const quoted = new Set(quotes.map((quote) => quote.id));
  return [
    ...rules.filter((rule) => byId.get(rule.id) !== rule).map((rule) => doubled(rule, byId)),
    ...rules.flatMap((rule) => problemOf(rule, quoted.has(rule.id))),
    ...quotes
      .filter((quote) => !byId.has(quote.id))
      .map((quote) => `${quote.at}: no rule has the id ${quote.id}`),
  ];
}

function doubled(rule: Rule, byId: Map<string, Rule>): string {
  return `${rule.at}: ${rule.id} is given twice, also at ${byId.get(rule.id)?.at}`;
}

function problemOf(rule: Rule, isQuoted: boolean): string[] {
  if (rule.mark === "none" && !isQuoted) {
    return [`${rule.at}: no test proves ${rule.id}`];
  }
  if (rule.mark !== "none" && isQuoted) {
    return [`${rule.at}: ${rule.id} is proven: drop its ${rule.mark} mark`];
  }
  return [];
}

/** The text without the mark `planned:` at every rule that a test quotes. */
export function markProven(text: string, quoted: ReadonlySet<string>): string {
  return text
    .split("\n")
    .map((line) => {
      const match = ruleLine.exec(line);
      const isProven = match?.[2] === "planned: " && quoted.has(match[1] ?? "");
      return isProven ? line.replace("] planned: ", "] ") : line;
    })
    .join("\n");
}

export function summarise(rules: Rule[]): string {
  const count = (mark: RuleMark): number => rules.filter((rule) => rule.mark === mark).length;
  const parts = [
    `rules: ${rules.length}`,
    `proven ${count("none")}`,
    `planned ${count("planned")}`,
  ];
  return [...parts, `by review ${count("by review")}`].join(", ");
}

function listFiles(folder: string, isWanted: (name: string) => boolean): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return [];
  }
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return skippedFolders.has(entry.name) ? [] : listFiles(path, isWanted);
    }
    return isWanted(basename(path)) ? [path] : [];
  });
}

function main(isMarking: boolean): void {
  const specs = listFiles(specFolder, (name) => name.endsWith(".md"));
  const tests = testFolders.flatMap((folder) => listFiles(folder, (name) => testFile.test(name)));
  const quotes = tests
    .filter((file) => file !== ownTest)
    .flatMap((file) => readQuotes(file, readFileSync(file, "utf8")));
  if (isMarking) {
    markFiles(specs, quotes);
  }

  const rules = specs.flatMap((file) => readRules(file, readFileSync(file, "utf8")));
  const problems = findProblems(rules, quotes);
  for (const problem of problems) {
    console.error(problem);
  }
  console.log(summarise(rules));
  process.exitCode = problems.length > 0 ? 1 : 0;
}

function markFiles(specs: string[], quotes: Quote[]): void {
  const quoted = new Set(quotes.map((quote) => quote.id));
  for (const file of specs) {
    const text = readFileSync(file, "utf8");
    const marked = markProven(text, quoted);
    if (marked !== text) {
      writeFileSync(file, marked);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main(process.argv.includes("--mark"));
}
