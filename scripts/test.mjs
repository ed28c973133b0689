// `npm test`: sets up what is needed, runs every test there is, and ends with one plain line.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { forTests, installDebianPackages } from "./debian-packages.mjs";
import {
  countJourneys,
  countRun,
  countUnits,
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
const testEnvironment = () => {
  const home = process.env.HOME;
  const hasHome = home !== undefined && home !== "" && existsSync(home);
  const ownHome = join(output, "home");
  mkdirSync(ownHome);
  return { ...process.env, NODE_ENV: "test", HOME: hasHome ? home : ownHome };
};

const env = testEnvironment();

const readReport = (path) => {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Half a report: the runner was killed while it wrote.
    return null;
  }
};

const runUnits = () => {
  const path = join(output, "units.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const code = run(process.execPath, [vitest, "run", ...reporters], { env });
  return countRun({ code, report: readReport(path), count: countUnits, retriedOf: retriedUnits });
};

const hasJourneys = () => {
  const folder = join(root, "e2e");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".e2e.ts"));
};

const runJourneys = () => {
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
};

const counts = [runUnits()];
if (hasJourneys()) counts.push(runJourneys());
rmSync(output, { recursive: true, force: true });

const { line, isGood } = summarise(counts);
const retried = retriedLines(counts).map((one) => `${one.replace(`${root}/`, "")}\n`);
console.log(`\n${retried.join("")}${line}`);
process.exit(isGood ? 0 : 1);
