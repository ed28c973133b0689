/**
 * Compares the rules of `docs/spec` with the titles of the tests. `--mark` removes the mark
 * `planned:` from every rule that a test quotes. `--planned` lists the rules that are not built
 * yet.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { longRunRules } from "./rules/long-run-rules.ts";
import { readQuotes, type Quote } from "./rules/quotes.ts";
import { listPlanned, markProven, readRules, summarise, type Rule } from "./rules/rules.ts";
import { readTestIncludes } from "./rules/test-includes.ts";
import { isTestFile, readSourceFiles, type SourceFile } from "./sources/source-file.ts";

const SPEC_FOLDER = "docs/spec";
/** A test whose file has this mark runs only in `npm run test:full`. */
const LONG_RUN = /\.full\.(?:test|e2e)\.tsx?:/;
const MOST_LONG_RUN_RULES = 60;
const TEST_FOLDERS = ["apps", "packages", "e2e", "bench", "scripts"];
/** The rule ids in the titles of these tests are invented. */
const OWN_TESTS = /^scripts\/(?:check-rules|rules\/.*)\.test\.ts$/;

/**
 * Returns one line for each problem, or none if rules and tests agree. `longRun` has the rules that
 * only `npm run test:full` proves, with the reason.
 */
export function findProblems(
  rules: Rule[],
  quotes: Quote[],
  longRun: Readonly<Record<string, string>> = {},
): string[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return [
    ...rules
      .filter((rule) => byId.get(rule.id) !== rule)
      .map(({ at, id }) => `${at}: ${id} is defined twice, also at ${byId.get(id)?.at}`),
    ...rules.flatMap((rule) =>
      judgeRule(
        rule,
        quotes.filter(({ id }) => id === rule.id),
      ),
    ),
    ...quotes
      .filter(({ id }) => !byId.has(id))
      .map(({ at, id }) => `${at}: no rule has the id ${id}`),
    ...judgeLongRun(rules, quotes, longRun),
  ];
}

/** Requires for each proven rule a test in `npm test`, or an entry in the list of the long run. */
function judgeLongRun(
  rules: Rule[],
  quotes: Quote[],
  longRun: Readonly<Record<string, string>>,
): string[] {
  const run = quotes.filter(({ notRun }) => notRun === null);
  const proven = new Set(run.map(({ id }) => id));
  const short = new Set(run.filter(({ at }) => !LONG_RUN.test(at)).map(({ id }) => id));
  const ids = new Set(rules.map(({ id }) => id));
  const listed = Object.keys(longRun);
  return [
    ...rules
      .filter(({ id }) => proven.has(id) && !short.has(id) && longRun[id] === undefined)
      .map(
        ({ at, id }) =>
          `${at}: ${id} is proven only by npm run test:full: add a shorter test, or list the rule in scripts/rules/long-run-rules.ts`,
      ),
    ...listed
      .filter((id) => short.has(id) || !ids.has(id))
      .map(
        (id) =>
          `scripts/rules/long-run-rules.ts: ${id} must not be in the list: npm test proves it, or it is not a rule`,
      ),
    ...(listed.length > MOST_LONG_RUN_RULES
      ? [
          `scripts/rules/long-run-rules.ts: the list has ${listed.length} rules, but must have at most ${MOST_LONG_RUN_RULES}`,
        ]
      : []),
  ];
}

function judgeRule({ id, mark, at }: Rule, quotes: Quote[]): string[] {
  const isProven = quotes.some(({ notRun }) => notRun === null);
  if (mark !== "none") {
    return isProven ? [`${at}: ${id} is proven: drop its ${mark} mark`] : [];
  }
  const [first] = quotes;
  if (isProven) {
    return [];
  }
  return first === undefined
    ? [`${at}: no test proves ${id}`]
    : [`${at}: ${id} is proven only by a test that does not run: ${first.at}: ${first.notRun}`];
}

function readSpecs(root: string): SourceFile[] {
  const folder = join(root, SPEC_FOLDER);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      path: `${SPEC_FOLDER}/${name}`,
      text: readFileSync(join(folder, name), "utf8"),
    }));
}

function readSpecRules(root: string): Rule[] {
  return readSpecs(root).flatMap(({ path, text }) => readRules(path, text));
}

export function readAllQuotes(root: string): Quote[] {
  const read = (name: string): string =>
    existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : "";
  const configs = { vitest: read("vitest.config.ts"), playwright: read("playwright.config.ts") };
  const includes = readTestIncludes(configs);
  return readSourceFiles(root, TEST_FOLDERS)
    .filter(({ path }) => isTestFile(path) && !OWN_TESTS.test(path))
    .flatMap((file) => readQuotes(file, (path) => includes.some((one) => one.test(path))));
}

/** Checks a whole checkout. A test calls it for a checkout with violations. */
export function findRuleProblems(root: string, longRun = longRunRules): string[] {
  return findProblems(readSpecRules(root), readAllQuotes(root), longRun);
}

function dropMarks(root: string, specs: SourceFile[], quotes: Quote[]): void {
  const proven = new Set(quotes.filter(({ notRun }) => notRun === null).map(({ id }) => id));
  for (const { path, text } of specs) {
    const marked = markProven(text, proven);
    if (marked !== text) {
      writeFileSync(join(root, path), marked);
    }
  }
}

function main(root: string, flags: string[]): void {
  if (flags.includes("--mark")) {
    dropMarks(root, readSpecs(root), readAllQuotes(root));
  }
  const rules = readSpecRules(root);
  if (flags.includes("--planned")) {
    console.log(listPlanned(rules).join("\n"));
  }
  const problems = findRuleProblems(root);
  for (const problem of problems) {
    console.error(problem);
  }
  console.log(summarise(rules).join("\n"));
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(join(import.meta.dirname, ".."), process.argv.slice(2));
}
