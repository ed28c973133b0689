// `npm test` installs and builds if needed, runs the checks, the unit tests, and the smallest tests
// of parts and journeys that prove each rule. Its last line is the result. `npm run test:full` runs
// every test; `--shard 2/6` runs the second sixth of them.
import { spawn } from "node:child_process";
import {
  chmodSync,
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

import { forLongTests, forTests, installDebianPackages } from "./debian-packages.mjs";
import { RUN_MARK } from "./end-run.mjs";
import { readTestArguments, SHORT_JOURNEYS, SHORT_TESTS } from "./test-arguments.mjs";
import {
  countChecks,
  countJourneys,
  countRun,
  countUnits,
  failedJourneys,
  failedUnits,
  namedLines,
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

const { isFull, shard, isFirstShard } = readTestArguments(process.argv.slice(2));
checkNodeVersion();
installWhenNeeded();
installDebianPackages(isFull ? forLongTests : forTests);
buildWhenNeeded();

/** The folder for the run's temporary files. `scripts/temporary-folder.ts` uses it too. */
const output = mkdtempSync(join(tmpdir(), "linedesk-run-"));
// PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(output, 0o755);
/** The folder of the reports, which each run empties first. */
const reports = join(root, "node_modules", ".cache", "test-reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");

/**
 * Returns the environment of the runners. Browsers write to the home folder; if it does not exist,
 * they get a temporary one.
 */
function testEnvironment() {
  const home = process.env.HOME;
  const hasHome = home !== undefined && home !== "" && existsSync(home);
  const ownHome = join(output, "home");
  mkdirSync(ownHome);
  return {
    ...process.env,
    NODE_ENV: "test",
    HOME: hasHome ? home : ownHome,
    TMPDIR: output,
    [RUN_MARK]: output,
    ...(isFull ? {} : { [SHORT_TESTS]: "1" }),
  };
}

const env = testEnvironment();

/** Starts a process that continues after this one ends, and then cleans up after the run. */
function watchRun() {
  const watch = spawn(process.execPath, [join(root, "scripts", "end-run.mjs"), output, output], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
  });
  watch.unref();
  watch.stdin.unref();
}

watchRun();

function readReport(path) {
  if (!existsSync(path)) {
    return null;
  }
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The report is incomplete, because the runner was killed while it wrote.
    return null;
  }
}

/** Runs the checks of a commit without the unit tests, which run later. */
function runChecks() {
  const path = join(reports, "checks.json");
  const check = [join(root, "scripts", "check.ts"), "--without-units", "--report", path];
  const code = run(process.execPath, [tsx, ...check], { env });
  return countRun({
    runner: "npm run check",
    code,
    report: readReport(path),
    count: countChecks,
    failedOf: ({ failed }) => failed,
  });
}

/**
 * Runs vitest, which prints while it runs. The output of Playwright beside it is printed at the
 * end, so that the two do not mix.
 */
async function runUnits(name, projects) {
  const path = join(reports, `${name}.json`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const args = [vitest, "run", ...chosen, ...shard, ...reporters];
  const code = await runBeside(process.execPath, args, { env, stdio: "inherit" });
  return countRun({
    runner: "vitest",
    code,
    report: readReport(path),
    count: countUnits,
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
  const files = isFull ? [] : [SHORT_JOURNEYS];
  const args = [playwright, "test", ...files, ...shard, "--reporter=list,json"];
  const code = await runBeside(process.execPath, args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    stdio: ["ignore", lines, lines],
  });
  closeSync(lines);
  const counted = countRun({
    runner: "playwright",
    code,
    report: readReport(path),
    count: countJourneys,
    failedOf: failedJourneys,
  });
  return { ...counted, lines: readFileSync(linesPath, "utf8") };
}

/** Prints the slowest tests and files, to show how the next run can be shorter. */
function nameSlowest() {
  const paths = ["units.json", "parts.json", "journeys.json"].map((name) => join(reports, name));
  const written = paths.filter((path) => readReport(path) !== null);
  const slowest = join(root, "scripts", "slowest-tests.ts");
  run(process.execPath, [tsx, slowest, "--shown=10", ...written]);
}

const checks = isFirstShard ? [runChecks()] : [];
// Journeys run beside light and waiting tests only, because three browsers on two cores take five
// times as long. The waiting tests are last, when only the journeys still run.
const [units, journeys] = await Promise.all([
  runUnits("units", ["unit", "sharing-parts", "waiting-parts"]),
  hasJourneys() ? runJourneys() : null,
]);
const counts = [...checks, units];
if (journeys !== null) {
  console.log(journeys.lines);
  counts.push(journeys);
}
counts.push(await runUnits("parts", ["parts", "alone-parts"]));
rmSync(output, { recursive: true, force: true });
nameSlowest();

const { line, isGood } = summarise(counts);
console.log(`\nThe reports of this run are in ${reports}`);
console.log(["", ...namedLines(counts).map((one) => one.replace(`${root}/`, "")), line].join("\n"));
process.exit(isGood ? 0 : 1);
