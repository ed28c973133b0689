// Summarises the JSON reports of the checks and of the two test runners.
import { stripVTControlCharacters } from "node:util";

const LONGEST_REASON = 300;

/** Counts vitest's report. A file that could not be loaded counts as one failure. */
export function countUnits(report) {
  const broken = (report.testResults ?? []).filter(isBroken);
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts the checks' report. A failed check counts as a failure, and a passed one is not counted.
 */
export function countChecks({ failed }) {
  return { passed: 0, failed: failed.length, skipped: 0 };
}

/** Counts Playwright's report; errors outside of journeys count as failures. */
export function countJourneys(report) {
  const { expected = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  return { passed: expected, failed: unexpected + (report.errors ?? []).length, skipped };
}

/** Lists the failures. A file that could not be loaded is listed with its error. */
export function failedUnits(report) {
  const broken = (report.testResults ?? []).filter(isBroken);
  return [
    ...broken.map(({ name, message = "" }) => withReason(name, [message])),
    ...listUnits(report),
  ];
}

function listUnits({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages = [] }) =>
        withReason(`${name} > ${fullName}`, failureMessages),
      ),
  );
}

function isBroken({ status, assertionResults }) {
  return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}

/** Lists the failures of Playwright's report, whose suites are nested. */
export function failedJourneys(report) {
  const outside = (report.errors ?? []).map((error) => withReason("e2e", listErrors([error])));
  return [...outside, ...listJourneys(report)];
}

function listJourneys({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
      .map(({ file, title, tests }) => withReason(`${file} > ${title}`, listTries(tests))),
    ...listJourneys(suite),
  ]);
}

function listTries(tests) {
  return listErrors(tests.flatMap(({ results = [] }) => results.map(({ error }) => error)));
}

function listErrors(errors) {
  return errors.flatMap((error) => error?.stack ?? error?.message ?? []);
}

/** Adds the message and the line of the first failure, because no later output repeats them. */
function withReason(name, [failure]) {
  if (failure === undefined) {
    return name;
  }
  const [words = "", ...stack] = stripVTControlCharacters(failure).split("\n");
  const place = stack.find((line) => /^ +at /.test(line) && !line.includes("node_modules"));
  const reason = [words.slice(0, LONGEST_REASON), place?.trim()];
  return [name, ...reason.filter((line) => line !== undefined)].join("\n    ");
}

/**
 * Counts one run. A runner with a bad exit code has failed, even if its report shows no failure.
 * `runner` then names the failure.
 */
export function countRun({ runner, code, report, count, failedOf }) {
  if (report === null) {
    const failures = [`${runner} left no report, and ended with ${code}`];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
  const counted = { ...count(report), failures: failedOf(report) };
  return code !== 0 && counted.failed === 0
    ? { ...counted, failed: 1, failures: [`${runner} ended with ${code}, and no test failed`] }
    : counted;
}

/** Returns a heading with the count and a line for each failed test, or an empty list. */
export function namedLines(counts) {
  const names = counts.flatMap(({ failures }) => failures);
  return names.length === 0 ? [] : [`Failed: ${names.length}`, ...names.map((name) => `  ${name}`)];
}

/** Returns the last line, and true for success: nothing failed, and at least one test ran. */
export function summarise(counts) {
  const sum = (kind) => counts.reduce((total, count) => total + count[kind], 0);
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, isGood: failed === 0 && passed > 0 };
}
