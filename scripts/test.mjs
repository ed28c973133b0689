// `npm test`: sets up what is needed, runs every check and every test there is, and ends with one
// plain line.
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { forTests, installDebianPackages } from "./debian-packages.mjs";
import {
  countChecks,
  countJourneys,
  countRun,
  countUnits,
  failedJourneys,
  failedUnits,
  namedLines,
  retriedJourneys,
  retriedUnits,
  summarise,
} from "./test-summary.mjs";
import {
  buildWhenNeeded,
  checkNodeVersion,
  installWhenNeeded,
  root,
  run,
  runBeside,
} from "./workspace.mjs";

checkNodeVersion();
installWhenNeeded();
installDebianPackages(forTests);
buildWhenNeeded();

const output = mkdtempSync(join(tmpdir(), "linedesk-test-"));
/** Those of the last run alone. */
const reports = join(root, "node_modules", ".cache", "test-reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");

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
  const path = join(reports, "checks.json");
  const check = [join(root, "scripts", "check.ts"), "--without-units", "--report", path];
  const code = run(process.execPath, [tsx, ...check], { env });
  return countRun({
    runner: "npm run check",
    code,
    report: readReport(path),
    count: countChecks,
    retriedOf: () => [],
    failedOf: ({ failed }) => failed,
  });
}

/** Vitest prints as it goes; what runs beside it prints when it has ended. */
async function runUnits(name, projects) {
  const path = join(reports, `${name}.json`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const args = [vitest, "run", ...chosen, ...reporters];
  const code = await runBeside(process.execPath, args, { env, stdio: "inherit" });
  return countRun({
    runner: "vitest",
    code,
    report: readReport(path),
    count: countUnits,
    retriedOf: retriedUnits,
    failedOf: failedUnits,
  });
}

function hasJourneys() {
  const folder = join(root, "e2e");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".e2e.ts"));
}

async function runJourneys() {
  const path = join(reports, "journeys.json");
  const linesPath = join(output, "journeys.txt");
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const lines = openSync(linesPath, "w");
  const code = await runBeside(process.execPath, [playwright, "test", "--reporter=list,json"], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    stdio: ["ignore", lines, lines],
  });
  closeSync(lines);
  const counted = countRun({
    runner: "playwright",
    code,
    report: readReport(path),
    count: countJourneys,
    retriedOf: retriedJourneys,
    failedOf: failedJourneys,
  });
  return { ...counted, lines: readFileSync(linesPath, "utf8") };
}

/** Which tests and files took longest: where the time of the next run is to be found. */
function nameSlowest() {
  const paths = ["units.json", "parts.json", "journeys.json"].map((name) => join(reports, name));
  const written = paths.filter((path) => readReport(path) !== null);
  const slowest = join(root, "scripts", "slowest-tests.ts");
  run(process.execPath, [tsx, slowest, "--shown=10", ...written]);
}

const checks = runChecks();
// Beside journeys only what is light: three browsers at once on two cores take five times as long.
const [units, journeys] = await Promise.all([
  runUnits("units", ["unit", "sharing-parts"]),
  hasJourneys() ? runJourneys() : null,
]);
const counts = [checks, units];
if (journeys !== null) {
  console.log(journeys.lines);
  counts.push(journeys);
}
counts.push(await runUnits("parts", ["parts", "waiting-parts", "alone-parts"]));
rmSync(output, { recursive: true, force: true });
nameSlowest();

const { line, isGood } = summarise(counts);
console.log(`\nThe reports of this run are in ${reports}`);
console.log(["", ...namedLines(counts).map((one) => one.replace(`${root}/`, "")), line].join("\n"));
process.exit(isGood ? 0 : 1);
