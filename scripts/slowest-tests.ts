/**
 * Prints the slowest tests and journeys, then the slowest files, from the reports of a run. `npx
 * tsx scripts/slowest-tests.ts REPORT.json ...` reads the output of `vitest run --reporter=json
 * --outputFile.json=REPORT.json` and of `playwright test --reporter=json`. `npm test` prints ten of
 * each.
 */
import { readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { z } from "zod";

export interface TimedTest {
  file: string;
  title: string;
  seconds: number;
}

const SHOWN = 40;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

const journey = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
});
const suite = z.object({
  specs: z.array(journey).default([]),
  get suites(): z.ZodDefault<z.ZodArray<typeof suite>> {
    return z.array(suite).default([]);
  },
});
const playwrightReport = z.object({ suites: z.array(suite) });

function flattenSuite({ specs, suites }: z.infer<typeof suite>): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => ({
    file: join("e2e", file),
    title,
    seconds: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
  }));
  return [...own, ...suites.flatMap(flattenSuite)];
}

/**
 * Returns every test in a report of either runner. The time of a test includes its repeated
 * attempts.
 */
export function readTimedTests(report: unknown): TimedTest[] {
  const units = vitestReport.safeParse(report);
  if (units.success) {
    return units.data.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: isAbsolute(name) ? relative(process.cwd(), name) : name,
        title: fullName,
        seconds: (duration ?? 0) / 1000,
      })),
    );
  }
  return playwrightReport.parse(report).suites.flatMap(flattenSuite);
}

/** Formats one line for each test, the slowest first. */
export function formatSlowest(tests: readonly TimedTest[], shown: number): string[] {
  return tests
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shown)
    .map(({ file, title, seconds }) =>
      `${seconds.toFixed(1).padStart(7)} s  ${file}  ${title}`.trimEnd(),
    );
}

/** Sums up the tests of each file. */
export function sumFiles(tests: readonly TimedTest[]): TimedTest[] {
  const totals = new Map<string, number>();
  for (const { file, seconds } of tests) {
    totals.set(file, (totals.get(file) ?? 0) + seconds);
  }
  return [...totals].map(([file, seconds]) => ({ file, title: "", seconds }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the paths of the reports, and the number of lines in each list. */
export function readArguments(args: readonly string[]): { paths: string[]; shown: number } {
  const flag = args.find((one) => one.startsWith("--shown="));
  return {
    paths: args.filter((one) => one !== flag),
    shown: flag === undefined ? SHOWN : Number(flag.slice("--shown=".length)),
  };
}

function main(args: readonly string[]): void {
  const { paths, shown } = readArguments(args);
  const tests = paths.flatMap((path) =>
    readTimedTests(JSON.parse(readFileSync(resolve(path), "utf8"))),
  );
  console.log(["Slowest tests", ...formatSlowest(tests, shown)].join("\n"));
  console.log(["", "Slowest files", ...formatSlowest(sumFiles(tests), shown)].join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2));
}
