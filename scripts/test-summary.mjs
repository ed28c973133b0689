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
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
};

/** Of Playwright's report. A flaky journey has passed in the end. */
export const countJourneys = (report) => {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  return { passed: expected + flaky, failed: unexpected + (report.errors ?? []).length, skipped };
};

/** One runner's count; a runner that ended badly has failed even when its report does not say so. */
export const countRun = ({ code, report, count }) => {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const { passed, failed, skipped } = count(report);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
};

/** The last line, and whether all is well: nothing failed, and something ran. */
export const summarise = (counts) => {
  const sum = (kind) => counts.reduce((total, count) => total + count[kind], 0);
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, isGood: failed === 0 && passed > 0 };
};
