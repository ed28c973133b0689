// `npm test`: sets up what is needed, runs every check and every test there is, and ends with one
// plain line.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { forTests, installDebianPackages } from "./debian-packages.mjs";
import {
  countChecks,
  countJourneys,
  countRun,
  countUnits,
  listLines,
  retriedJourneys,
  retriedLines,
  retriedUnits,
  summarise,
} from "./test-summary.mjs";
import { buildWhenNeeded, checkNodeVersion, installWhenNeeded, root, run } from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
installDebianPackages(forTests);
buildWhenNeeded();

const output = mkdtempSync(join(tmpdir(), "linedesk-test-"));

/** Browsers write to their home even when we have none. */
function testEnvironment() {
  const home = process.env.HOME;
  const hasHome = home !== undefined && home !== "" && existsSync(home);
  const ownHome = join(output, "home");
  mkdirSync(ownHome);
  return { ...process.env, NODE_ENV: "test", HOME: hasHome ? home : ownHome };
}

const env = testEnvironment();

function readReport(path) {
  if (!existsSync(path)) {
    return null;
  }
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Half a report: the runner was killed while it wrote.
    return null;
  }
}

/** Format, lint, types, directions, dialect, rules and dead code; the unit tests follow below. */
function runChecks() {
  const path = join(output, "checks.json");
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const check = [join(root, "scripts", "check.ts"), "--without-units", "--report", path];
  const code = run(process.execPath, [tsx, ...check], { env });
  const report = readReport(path);
  return {
    ...countRun({ code, report, count: countChecks, retriedOf: () => [] }),
    failedChecks: report?.failed ?? [],
  };
}

function runUnits() {
  const path = join(output, "units.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const code = run(process.execPath, [vitest, "run", ...reporters], { env });
  return countRun({ code, report: readReport(path), count: countUnits, retriedOf: retriedUnits });
}

function hasJourneys() {
  const folder = join(root, "e2e");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".e2e.ts"));
}

function runJourneys() {
  const path = join(output, "journeys.json");
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const code = run(process.execPath, [playwright, "test", "--reporter=list,json"], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  });
  return countRun({
    code,
    report: readReport(path),
    count: countJourneys,
    retriedOf: retriedJourneys,
  });
}

const checks = runChecks();
const counts = [checks, runUnits()];
if (hasJourneys()) {
  counts.push(runJourneys());
}
rmSync(output, { recursive: true, force: true });

const { line, isGood } = summarise(counts);
const named = [...listLines("Failed checks", checks.failedChecks), ...retriedLines(counts)];
console.log(["", ...named.map((one) => one.replace(`${root}/`, "")), line].join("\n"));
process.exit(isGood ? 0 : 1);
