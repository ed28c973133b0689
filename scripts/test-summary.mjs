// Sums up what the two test runners report as JSON.

/** Of vitest's report. A file that could not even be loaded counts as one failure. */
export const countUnits = (report) => {
  const files = report.testResults ?? [];
  const broken = files.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + broken.length,
  };
};

/** Of Playwright's report. A flaky journey has passed in the end. */
export const countJourneys = (report) => {
  const { expected = 0, flaky = 0, unexpected = 0 } = report.stats ?? {};
  return { passed: expected + flaky, failed: unexpected + (report.errors ?? []).length };
};

/** One runner's count; a runner that ended badly has failed even when its report does not say so. */
export const countRun = ({ code, report, count }) => {
  if (report === null) return { passed: 0, failed: 1 };
  const { passed, failed } = count(report);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
};

/** The last line, and whether all is well: nothing failed, and something ran. */
export const summarise = (counts) => {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return { line: `${passed} passed, ${failed} failed`, isGood: failed === 0 && passed > 0 };
};
